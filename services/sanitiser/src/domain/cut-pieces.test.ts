import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { cutPieces } from "./cut-pieces.ts";

const LENGTH = { most: 40, overlap: 10 };

test("The pieces cover the whole text, have correct offsets, and do not exceed the maximum length", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "😀", "é", "\n"), maxLength: 400 });
  fc.assert(
    fc.property(text, (given) => {
      let covered = 0;
      for (const { start, text: piece } of cutPieces(given, LENGTH)) {
        expect(piece).toBe(given.slice(start, start + piece.length));
        expect(piece.length).toBeLessThanOrEqual(LENGTH.most);
        expect(start).toBeLessThanOrEqual(covered);
        expect(piece).not.toMatch(/\p{Surrogate}/u);
        covered = Math.max(covered, start + piece.length);
      }
      expect(covered).toBe(given.length);
    }),
  );
});

test("A name that a cut would split is complete in one of the pieces", () => {
  const text = `${"word ".repeat(7)}John Smith ${"word ".repeat(7)}`;
  const pieces = cutPieces(text, { most: 40, overlap: 12 });
  expect(pieces.some(({ text: piece }) => piece.includes("John Smith"))).toBe(true);
});
