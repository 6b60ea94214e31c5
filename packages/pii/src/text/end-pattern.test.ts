import { describe, expect, test } from "@jest/globals";
import { endPattern } from "./end-pattern.ts";

const FORMS = [
  /(?:^|[^\p{L}])(?:herr|frau)\s{1,2}$/iu,
  /[;/]$|(?:and|or) $/u,
  /(?<!\p{L})from[^\n]{0,5}$/iu,
];
const TEXTS = [
  "Herr ",
  "for Frau  ",
  "for Frau   ",
  "Bauherr ",
  "Frau Koch",
  "this and ",
  "this and",
  "a;",
  "; a",
  "",
  "from all",
  "from everywhere",
  "from\n",
  "\ud83d\ude00FRAU ",
];

describe("A pattern for the end of a text, read backwards", () => {
  test.each(FORMS)(
    "%s matches the same texts when read backwards, even when it is tested again",
    (form) => {
      const atEnd = endPattern(form);
      const expected = TEXTS.map((text) => form.test(text));
      expect(TEXTS.map((text) => atEnd.test(text))).toEqual(expected);
      expect(TEXTS.map((text) => atEnd.test(text))).toEqual(expected);
      expect(new Set(expected).size).toBe(2);
    },
  );
});
