import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { sourceFiles, TEST_CODE } from "../support/deployment/source-files.ts";
import { LINES } from "./lines.ts";
import { marksIn } from "./marks.ts";

const marked = sourceFiles(TEST_CODE).map((file) => {
  const code = readFileSync(path.join(REPOSITORY, file), "utf8");
  return { file, code, ...marksIn(code) };
});
const codeOf = (id: string) => marked.filter(({ ids }) => ids.includes(id)).map(({ code }) => code);

describe("A line of the specification", () => {
  test("Every line of the specification has a request or a test with its id, is marked as planned, or requires nothing", () => {
    const unproven = LINES.filter(
      ({ id, rows }) => rows.every(({ kind }) => kind === "test") && codeOf(id).length === 0,
    );
    expect(unproven.map(({ id, quote }) => `${id}: ${quote}`)).toEqual([]);
  });

  test("If tests prove the responses of a line, then each of its error codes is in a test file that has the line's id", () => {
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
  test("Every id at a test is the id of an existing line", () => {
    const known = new Set(LINES.map(({ id }) => id));
    const unknown = marked.flatMap(({ file, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test("A test directly follows its id and is not skipped", () => {
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
  ])("%s is reported as wrong", (_what, code) => {
    expect(marksIn(code).wrong).not.toEqual([]);
  });
});
