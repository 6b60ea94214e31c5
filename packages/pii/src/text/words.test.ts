import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { hashLower } from "./hashes.ts";
import { readWords } from "./words.ts";

const WORD = /[\p{L}\p{M}\u00ad]+/gu;

function seen(text: string) {
  const { count, starts, hashes, umlauts } = readWords(text);
  return Array.from({ length: count }, (_, word) => [starts[word], hashes[word], umlauts[word]]);
}

test("Words are the runs of letters, with their places, hashes and numbers of umlauts", () => {
  const letters = fc.constantFrom(..."abÄöß \u0301\u00ad1_-\n日");
  fc.assert(
    fc.property(fc.string({ unit: letters }), (text) => {
      const expected = Array.from(text.matchAll(WORD), ({ 0: word, index }) => [
        index,
        hashLower(word),
        word.match(/[äöüß]/giu)?.length ?? 0,
      ]);
      expect(seen(text)).toEqual(expected);
    }),
  );
});

test("When a text has very many words, then all are read, and the next text has only its own words", () => {
  const many = "x ".repeat(50_000);
  expect(readWords(many).count).toBe(50_000);
  expect(readWords(many).starts[49_999]).toBe(99_998);
  expect(seen("Öl")).toEqual([[0, hashLower("öl"), 1]]);
});
