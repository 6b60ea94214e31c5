import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
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

  test("docs/sdk.md has the generated tables", () => {
    const guide = readFileSync(path.join(REPOSITORY, "docs/sdk.md"), "utf8");
    expect(guide).toContain(positionsDocument());
  });
});
