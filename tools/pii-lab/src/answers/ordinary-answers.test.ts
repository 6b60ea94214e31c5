/** @all reads about 28 000 words */
import { describe, expect, test } from "@jest/globals";
import { findTemplateIdentifiers } from "@veil/pii/hard-identifiers";
import { findOutbound } from "@veil/pii/outbound";
import { OUTBOUND_RECOGNIZERS } from "@veil/pii/recognizers";
import { ordinaryAnswers, ordinaryTemplates, wordsIn } from "./ordinary-answers.ts";

const COPIES = 4;
const WORDS = 25_000;
const PER_THOUSAND_WORDS = 0.1;

const answers = ordinaryAnswers(COPIES);
const found = answers.flatMap((text) => findOutbound(text));
const rateOf = (name: string) =>
  (1000 * found.filter(({ recognizer }) => recognizer === name).length) / wordsIn(answers);

describe("Ordinary answers, which contain no personal data", () => {
  test("the ordinary answers have more than 25 000 words and few duplicates, and are always the same", () => {
    expect(wordsIn(answers)).toBeGreaterThan(WORDS);
    expect(answers.length - new Set(answers).size).toBeLessThan(answers.length / 10);
    expect(ordinaryAnswers(1)).toEqual(answers.slice(0, answers.length / COPIES));
  });

  test.each(OUTBOUND_RECOGNIZERS.map(({ name }) => name))(
    `recognizer %s finds fewer than ${PER_THOUSAND_WORDS} values per 1000 words of ordinary answers`,
    (name) => {
      expect(rateOf(name)).toBeLessThan(PER_THOUSAND_WORDS);
    },
  );

  test.each(["table-column", "labelled-field"])(
    "recognizer %s finds almost nothing in ordinary answers",
    (name) => {
      expect(rateOf(name)).toBeLessThan(PER_THOUSAND_WORDS);
    },
  );
});

test.each(ordinaryTemplates())(
  "findTemplateIdentifiers finds nothing in the ordinary template %p",
  (template) => {
    expect(findTemplateIdentifiers(template)).toEqual([]);
  },
);
