import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { dateOfBirthAfter } from "./date-of-birth.ts";

const find = createFinder([dateOfBirthAfter("born", "born|\\*", "dob")]);
/** Like `find`, but with the look-behind that the recognizer omits for speed. */
const findPlainly = createFinder([
  dateOfBirthAfter("born", "(?<![\\p{L}\\p{N}_])(?:born|\\*)", "(?<![\\p{L}\\p{N}_])dob"),
]);
const pieces = fc.constantFrom(
  ...["born ", "born", "dob ", "* ", "*", "3 May 1980", "3.5.1980 ", "1980-05-03", " ", "x", "ö"],
  ...["_", "7", "\n", "\u0301", "\ud801", "\u{10428}", ", ", "BORN on "],
);

test("When a letter, a digit or an underscore precedes a word for birth, then the date after the word is not found", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (written) => {
      const doc = createDocument(written.join(""), "en");
      expect(find(doc)).toEqual(findPlainly(doc));
    }),
    { numRuns: 5000 },
  );
});
