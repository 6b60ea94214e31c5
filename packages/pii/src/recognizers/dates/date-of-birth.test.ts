import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createDocument } from "../../document.ts";
import { createFinder } from "../../finding.ts";
import { resolveOverlaps } from "../../overlap.ts";
import { DATE, isDate } from "./date-grammar.ts";
import { dateOfBirthAfter, dateOfBirthAfterSign } from "./date-of-birth.ts";

const find = createFinder([
  dateOfBirthAfter("born", { triggers: ["born", "dob"], words: "born", names: "dob" }),
  dateOfBirthAfterSign("born"),
]);
const AROUND =
  "[*_\"'”]{0,3}[ \\t\\u00a0]{0,3}(?:[:=|,(–-]|\\t)?[*_]{0,2}[ \\t\\u00a0]{0,3}\\n?[*_\"'„“]{0,3}";
/** The same from every code unit, by one pattern. A mark before a word is part of it. */
const PLAIN = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:(?<!\\p{M})born|\\*)${AROUND}|(?<!\\p{M})dob[^\\n\\d]{0,32}?(?<![\\p{L}\\p{N}]))(${DATE})`,
  "giu",
);

function findPlainly(text: string) {
  return [...text.matchAll(PLAIN)]
    .filter(([, date = ""]) => isDate(date))
    .map(({ index, 0: match, 1: date = "" }) => index + match.length - date.length);
}
const pieces = fc.constantFrom(
  ...["born ", "born", "dob ", "* ", "*", "3 May 1980", "3.5.1980 ", "1980-05-03", " ", "x", "ö"],
  ...["_", "7", "\n", "\u0301", "\ud801", "\u{10428}", ", ", "BORN on "],
);

test("When a letter, a mark, a digit or an underscore adjoins the words, then they are no label of a birth", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (written) => {
      const text = written.join("");
      const found = resolveOverlaps(find(createDocument(text, "en")));
      expect(found.map(({ start }) => start)).toEqual(findPlainly(text));
    }),
    { numRuns: 5000 },
  );
});
