import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createWordTable } from "./word-table.ts";

const LISTED = ["anna", "müller", "dvořák", "ångström", "ngọc", "οδός", "o'hara", "straße", "a"];
const BITS = new Map(LISTED.map((word, index) => [word, index + 1]));
const table = createWordTable([...BITS]);

const letters = "annaMüllerÜdvořákŘöo\u0308ßΣςİıK’'- 0\u{1d400}";
const anyWord = fc.oneof(
  fc.constantFrom(...LISTED),
  fc.constantFrom(...LISTED).map((word) => word.toUpperCase()),
  fc.constantFrom(...LISTED).map((word) => word.normalize("NFD")),
  fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join("")),
);

test("When a part of a text is a listed word in any case or composition, then its bits are found, otherwise 0", () => {
  fc.assert(
    fc.property(anyWord, anyWord, anyWord, (before, word, behind) => {
      const text = `${before}${word}${behind}`;
      const bits = table.bitsOf(text, before.length, before.length + word.length);
      expect(bits).toBe(BITS.get(word.toLowerCase().normalize("NFC")) ?? 0);
    }),
  );
});

test("When a word is in several lists, then its bits are combined", () => {
  const twice = createWordTable([
    ["koch", 1],
    ["weber", 2],
    ["koch", 4],
  ]);
  expect([twice.bitsOf("Koch"), twice.bitsOf("WEBER"), twice.bitsOf("")]).toEqual([5, 2, 0]);
});
