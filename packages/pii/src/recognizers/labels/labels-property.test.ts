import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { resolveOverlaps } from "../../overlap.ts";
import { createDocument } from "../../text/document.ts";
import { findLabeledValues } from "./find-labeled-values.ts";
import { LABEL_WORDS, type LabelForm, wordsOf } from "./label-words.ts";

const RUNS = 300;
const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const DIGITS = "0123456789";

const textOf = (units: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), minLength, maxLength });
const number = fc
  .tuple(textOf(LETTERS, 0, 2), textOf(DIGITS, 5, 9), fc.constantFrom("", "-4", "/88"))
  .map((parts) => parts.join(""));
const secret = fc
  .tuple(textOf("abcdefghkmnpr", 4, 8), textOf("!#%+_", 1, 1), textOf(DIGITS, 3, 5))
  .map((parts) => parts.join(""));
const accountName = fc
  .tuple(textOf("abcdefghkmnpr", 3, 8), textOf(DIGITS, 2, 4))
  .map(([letters, digits]) => `${letters}_${digits}`);

/** Writes a label and returns the text before and after its value. */
const NOTATIONS = [
  (label: string) => [`Please note, ${label}: `, ", thank you."],
  (label: string) => [`${label} = `, "\nnext line"],
  (label: string) => [`${label}=`, "\n"],
  (label: string) => [`{"${label}": "`, '", "x": 1}'],
  (label: string) => [`{'${label}': '`, "'}"],
  (label: string) => [`{\\"${label}\\": \\"`, '\\"}'],
  (label: string) => [`a:\n  ${label}: `, "\n  b: 1"],
  (label: string) => [`<row ${label}="`, '"/>'],
  (label: string) => [`<${label}>`, `</${label}>`],
  (label: string) => [`**${label}:** `, ""],
  (label: string) => [`- ${label}: `, "\n- done"],
  (label: string) => [`> ${label}: `, "\n> bye"],
] as const;

type Notation = (typeof NOTATIONS)[number];

const words = (...forms: readonly LabelForm[]) => forms.flatMap(wordsOf);

const NUMBERED = words("owner", "record").flatMap((word) => [
  `${word}_no`,
  `${word}-nr`,
  `${word}nummer`,
  `${word}Id`,
  `${word.toUpperCase()}_NUMBER`,
]);

function covers(notation: Notation, label: string, value: string): boolean {
  const [before = "", after = ""] = notation(label);
  const found = resolveOverlaps(
    [...findLabeledValues(createDocument(before + value + after, "en"))].sort(
      (a, b) => a.start - b.start,
    ),
  );
  return found.some(
    ({ start, end }) => start === before.length && end === before.length + value.length,
  );
}

describe("Values after labels", () => {
  test.each([
    ["numbers", NUMBERED, number],
    ["named numbers", words("number"), number],
    ["passwords", words("password"), secret],
    ["names of accounts", words("account-name", "login-name", "network"), accountName],
  ] as const)(
    "When %s follow their labels in any notation, then exactly these values are found",
    (_what, labels, value) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...labels),
          fc.constantFrom(...NOTATIONS),
          value,
          (label, notation, written) => covers(notation, label, written),
        ),
        { numRuns: RUNS },
      );
    },
  );

  test("When a number follows a label and No. or # in prose, then exactly the number is found", () => {
    const separators = fc.constantFrom(" No. ", " no. ", " # ", " #", "-Nr. ", " number is ");
    fc.assert(
      fc.property(
        fc.constantFrom(...words("owner", "record")),
        separators,
        number,
        (word, separator, value) => {
          const before = `about ${word}${separator}`;
          return findLabeledValues(createDocument(`${before}${value}, please`, "en")).some(
            ({ start, end }) => start === before.length && end === start + value.length,
          );
        },
      ),
      { numRuns: RUNS },
    );
  });
});

test("No word is twice in LABEL_WORDS", () => {
  const all = LABEL_WORDS.flatMap((one) => one.words.split(/\s+/));
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
});
