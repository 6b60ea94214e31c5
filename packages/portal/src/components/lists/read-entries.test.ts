import { expect, test } from "@jest/globals";
import { readEntries } from "./read-entries.ts";

test.each([
  ["lines of any ending, without empty ones", "Heron\r\n\n  Egret  \n", [["Heron"], ["Egret"]]],
  ["a type after a semicolon", "Project Heron; organization", [["Project Heron", "ORGANIZATION"]]],
  ["a type after a tab", "Ann Weber\tPERSON", [["Ann Weber", "PERSON"]]],
  ["a value with a semicolon", "Heron; Egret; PERSON", [["Heron; Egret", "PERSON"]]],
  ["a value that ends with a number after a semicolon", "A; 17", [["A; 17"]]],
  ["markup", "<b>Heron</b>", [["<b>Heron</b>"]]],
])("entries are read from %s", (_what, text, entries) => {
  const expected = entries.map(([value, type]) => ({ value, ...(type && { type }) }));
  expect(readEntries(text)).toEqual(expected);
});
