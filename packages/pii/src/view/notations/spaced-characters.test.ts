import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { spacedCharactersIn } from "./spaced-characters.ts";

const WORD = "[\\p{L}\\p{M}\\p{N}]";
const SINGLE = `(?<!${WORD})${WORD}(?!${WORD}|\\.${WORD})`;
/** Matches runs in their simplest form: at least four separate letters or digits. */
const RUN = new RegExp(`${SINGLE}(?: {1,4}${SINGLE}){3,}`, "gu");

function plainly(text: string) {
  return Array.from(text.matchAll(RUN)).flatMap(({ 0: run, index }) =>
    Array.from(run.matchAll(/ +/g), ({ 0: blanks, index: at }) => ({
      start: index + at,
      end: index + at + blanks.length,
      value: blanks.length > 1 ? " " : "",
    })),
  );
}

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1 ", "a ", "É ", "٣ ", "D  ", "7    ", "x     ", "ʼ ") },
  fc.constantFrom("ab ", "u.a. ", "a. ", " ", "\n", "\u0301", "\u200b", ". ", "- ", "1", "b.c "),
);

test("In any text, exactly the gaps in runs of spaced characters are found", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (written) => {
      const text = written.join("");
      expect(spacedCharactersIn(text)).toEqual(plainly(text));
    }),
    { numRuns: 5000 },
  );
});
