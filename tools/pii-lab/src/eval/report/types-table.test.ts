import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { typesTable } from "./types-table.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../../../docs/detection.md");

test("The table of types in docs/detection.md is up to date", () => {
  const [, table] = /<!-- generated: types -->\n\n([\s\S]*?)\n\n<!-- /.exec(
    readFileSync(DOCUMENT, "utf8"),
  ) ?? ["", ""];
  expect(table).toBe(typesTable());
});
