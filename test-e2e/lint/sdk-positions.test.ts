import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ANSWER_FATES, ANSWERS, positionsDocument } from "../suites/sdk/positions-document.ts";
import { positionTable, SCHEMAS } from "../suites/sdk/positions-table.ts";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { positionsOf } from "../support/json-positions.ts";
import { DIALECTS } from "../support/own-providers.ts";

describe("Positions of the SDK endpoints", () => {
  test.each(DIALECTS)(
    "the table of requests has each position of the schema, and no other position (%s)",
    (dialect) => {
      expect(positionTable(dialect).map(({ position }) => position)).toEqual(
        positionsOf(SCHEMAS[dialect]),
      );
    },
  );

  test.each(DIALECTS)(
    "the table of answers has each position of the schema, and no other position (%s)",
    (dialect) => {
      const positions = positionsOf(ANSWERS[dialect]);
      const known = Object.keys(ANSWER_FATES[dialect]);
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
