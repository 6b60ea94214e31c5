import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  NO_PARAMETERS,
  PARAMETER_ENDPOINTS,
  PARAMETERS,
  parametersDocument,
} from "../suites/sdk/parameters-table.ts";
import { ANSWER_FATES, ANSWERS, positionsDocument } from "../suites/sdk/positions-document.ts";
import { positionTable, SCHEMAS } from "../suites/sdk/positions-table.ts";
import { SDK_FORMATS } from "../support/clients/sdk-capture.ts";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { positionsOf } from "../support/json-positions.ts";

describe("Positions of the SDK endpoints", () => {
  test.each(SDK_FORMATS)(
    "the table of requests has each position of the schema, and no other position (%s)",
    (format) => {
      expect(positionTable(format).map(({ position }) => position)).toEqual(
        positionsOf(SCHEMAS[format]),
      );
    },
  );

  test.each(SDK_FORMATS)(
    "the table of answers has each position of the schema, and no other position (%s)",
    (format) => {
      const positions = positionsOf(ANSWERS[format]);
      const known = Object.keys(ANSWER_FATES[format]);
      const covers = (name: string, position: string) =>
        position === name || /^[.[]/.test(position.slice(name.length));
      const of = (position: string) =>
        known.find((name) => position.startsWith(name) && covers(name, position));
      expect(positions.filter((position) => of(position) === undefined)).toEqual([]);
      expect(known.filter((name) => !positions.map(of).includes(name))).toEqual([]);
    },
  );

  test.each(["messages", "chat", "responses"] as const)(
    "the table of parameters has each member of the schema, and no other member (%s)",
    (endpoint) => {
      const known = Object.keys(PARAMETER_ENDPOINTS[endpoint].schema.properties);
      const listed = PARAMETERS.filter((row) => row[endpoint] !== undefined).map(
        ({ at }) => /^\w+/.exec(at)?.[0],
      );
      expect(known.filter((name) => !NO_PARAMETERS.has(name) && !listed.includes(name))).toEqual(
        [],
      );
      expect(listed.filter((name) => name === undefined || !known.includes(name))).toEqual([]);
    },
  );

  test.each([
    ["positions", positionsDocument()],
    ["parameters", parametersDocument()],
  ])("docs/sdk.md has the generated tables of %s", (_what, tables) => {
    const guide = readFileSync(path.join(REPOSITORY, "docs/sdk.md"), "utf8");
    expect(guide).toContain(tables);
  });
});
