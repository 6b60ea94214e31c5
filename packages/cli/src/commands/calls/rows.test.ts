import { expect, test } from "@jest/globals";
import { Type } from "typebox";
import { operationOf } from "../../gateway/operation-of.ts";
import type { CallRow, Calls } from "./call-row.ts";
import { ADMIN, KEYS, USAGE } from "./rows.ts";

function rowsOf(calls: Calls): readonly CallRow[] {
  return Object.values(calls).flatMap((call) =>
    "commands" in call ? rowsOf(call.commands) : [call],
  );
}

const WITH_OPTIONS = [USAGE, KEYS, ADMIN]
  .flatMap(rowsOf)
  .filter(({ operation, file }) => file === undefined && operationOf(operation).body !== undefined);

test.each(WITH_OPTIONS.map((row) => [row.operation, row] as const))(
  "the options of %s set only fields of the body, and all required ones",
  (_id, { operation, fields = {} }) => {
    const schema = operationOf(operation).body?.schema;
    if (!Type.IsObject(schema)) throw new TypeError("The body is no object");
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(fields)));
    const certain = Object.entries(fields)
      .filter(([, [{ mandatory, defaultValue }]]) => mandatory || defaultValue !== undefined)
      .map(([name]) => name);
    expect(certain).toEqual(expect.arrayContaining([...(schema.required ?? [])]));
  },
);
