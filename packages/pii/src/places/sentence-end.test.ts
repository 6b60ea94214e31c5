import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sentenceEnd } from "./sentence-end.ts";

const PATTERN = /[!?\n](?=\s|$)|\p{L}{4}[.;]\s|[;|]\s/gu;

const units = [..."abÄß.;|!?\n\t \u00a0", "\u{10400}", "word", "Straße."];
const anyText = fc.array(fc.constantFrom(...units), { maxLength: 24 }).map((all) => all.join(""));

test("sentenceEnd finds the same ends of sentences in a part of a text as the pattern", () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, part, behind) => {
      const text = `${before}${part}${behind}`;
      const to = before.length + part.length;
      const ends: unknown[] = [];
      let from = before.length;
      for (let at = from; at < to; at += 1) {
        const end = sentenceEnd(text, at, from, to);
        if (end === undefined) continue;
        ends.push([end.start, end.end]);
        from = end.end;
      }
      const expected = Array.from(part.matchAll(PATTERN), ({ index, 0: match }) => [
        before.length + index,
        before.length + index + match.length,
      ]);
      expect(ends).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
