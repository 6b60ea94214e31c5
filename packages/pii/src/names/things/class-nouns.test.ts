import { expect, test } from "@jest/globals";
import { isNamedThing } from "./class-nouns.ts";

function isNamed(before: string): boolean {
  return isNamedThing(`${before}Linda`, { start: before.length, end: before.length + 5 });
}

test.each([
  "storm ",
  "STORM ",
  "a programming language ",
  "die Sorte  ",
  "die Sorte '",
  "a brand called ",
  'ein Werkzeug, das Tool  namens "',
  "die Käse ",
  "ein Hansa-Tool ",
  "der Berg ",
])("When %j precedes a name, then the name belongs to a thing", (before) => {
  expect(isNamed(before)).toBe(true);
});

test.each([
  "",
  "storm",
  "storm   ",
  "storm called  ",
  "called ",
  "snowstorm ",
  "storm, ",
  "storm ''",
  "he has seen a berg ",
  "der Berg  ",
  "der BERG ",
  "a\u{1d49c}tool ",
])("When %j precedes a name, then the name does not belong to a thing", (before) => {
  expect(isNamed(before)).toBe(false);
});
