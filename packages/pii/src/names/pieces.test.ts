import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { piecesOf } from "./pieces.ts";

const cut = (text: string, max: number) =>
  [...piecesOf(text, max)].map(({ start, end }) => text.slice(start, end));

test.each([
  ["", 4, []],
  ["ab", 4, ["ab"]],
  ["ab\ncd\nef", 6, ["ab\ncd\n", "ef"]],
  ["ab cd ef", 6, ["ab cd ", "ef"]],
  ["abcdefgh", 3, ["abc", "def", "gh"]],
])("Splits %j into pieces of at most %d code units", (text, max, expected) => {
  expect(cut(text, max)).toEqual(expected);
});

test("The pieces add up to the text, and none is empty or too long", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (text, max) => {
      const pieces = cut(text, max);
      expect(pieces.join("")).toBe(text);
      for (const { length } of pieces) expect(length > 0 && length <= max).toBe(true);
    }),
  );
});
