import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/manifests.ts";
import { sourceFiles, TEST_CODE } from "../support/source-files.ts";
import { LINES } from "./lines.ts";
import { marksIn } from "./marks.ts";

const marked = sourceFiles(TEST_CODE).map((file) => {
  const code = readFileSync(path.join(REPOSITORY, file), "utf8");
  return { file, code, ...marksIn(code) };
});
const codeOf = (id: string) => marked.filter(({ ids }) => ids.includes(id)).map(({ code }) => code);

describe("A line", () => {
  test("is proven by a request or by a test that carries its id, comes later or demands nothing", () => {
    const unproven = LINES.filter(
      ({ id, rows }) => rows.every(({ kind }) => kind === "test") && codeOf(id).length === 0,
    );
    expect(unproven.map(({ id, quote }) => `${id}: ${quote}`)).toEqual([]);
  });

  test("whose answers are left to tests is carried in a file that names each code", () => {
    const unproven = LINES.flatMap(({ id, rows }) =>
      rows.flatMap((row) => {
        if (row.kind !== "test") return [];
        const { endpoint, status, code = "" } = row;
        return codeOf(id).some((text) => text.includes(code))
          ? []
          : [{ id, endpoint, status, code }];
      }),
    );
    expect(unproven).toEqual([]);
  });
});

describe("A test that carries an id", () => {
  test("carries one of a line", () => {
    const known = new Set(LINES.map(({ id }) => id));
    const unknown = marked.flatMap(({ file, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test("stands directly below it and is not skipped", () => {
    expect(marked.flatMap(({ file, wrong }) => wrong.map((line) => `${file}: ${line}`))).toEqual(
      [],
    );
  });
});

describe("The marks of a test file", () => {
  test.each([
    ["a test", '// @spec REG-3 LIM-5\ntest("a", () => {});'],
    ["a table of tests", '  // @spec REG-3 LIM-5\n  test.each([1])("a", () => {});'],
  ])("%s carries its ids", (_what, code) => {
    expect(marksIn(code)).toEqual({ ids: ["REG-3", "LIM-5"], wrong: [] });
  });

  test.each([
    ["a skipped test", '// @spec REG-3\ntest.skip("a", () => {});'],
    [
      "a test of a skipped suite",
      'describe.skip("b", () => {\n// @spec REG-3\ntest("a", run);\n});',
    ],
    ["no test", "// @spec REG-3\nconst one = 1;"],
    ["a blank line", '// @spec REG-3\n\ntest("a", () => {});'],
    ["a test below a mark of another form", '// @spec: REG-3\ntest("a", () => {});'],
    ["a test whose mark has no id", '// @spec registration\ntest("a", () => {});'],
  ])("%s proves nothing", (_what, code) => {
    expect(marksIn(code).wrong).not.toEqual([]);
  });
});
