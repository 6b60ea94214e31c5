import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { wordEndings } from "./word-endings.ts";

const ENDINGS = "itis logische logischer ose tasis k\u00e4mie mykose";
const find = wordEndings(ENDINGS);
const pattern = new RegExp(`(?:${ENDINGS.split(" ").join("|")})$`, "iu");

const parts = [
  ...ENDINGS.split(" "),
  ..."aeiorskmyt\u00e4\u0308ſ\u212aİı",
  "\u{1d49c}",
  "\ud835",
  "-",
];
const anyWord = fc
  .tuple(fc.array(fc.constantFrom(...parts), { maxLength: 5 }), fc.nat(3))
  .map(([all, form]) => {
    const word = all.join("");
    if (form === 0) return word.toUpperCase();
    return form === 1 ? word.replaceAll("s", "ſ").replaceAll("k", "\u212a") : word;
  });

test("`wordEndings` finds an ending in a word of any case if and only if a regular expression does", () => {
  fc.assert(
    fc.property(fc.oneof(anyWord, fc.string({ unit: "grapheme" })), (word) => {
      expect(find(word) !== -1).toBe(pattern.test(word));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["Bronchitis", 6],
  ["MYKOSE", 3],
  ["physiologische", 6],
  ["itis", 0],
  ["", -1],
  ["itisx", -1],
])("The shortest ending of %j begins at %i", (word, start) => {
  expect(find(word)).toBe(start);
});
