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

describe("Ordinary answers, without personal data,", () => {
  test("are many, and no two are the same", () => {
    expect(wordsIn(answers)).toBeGreaterThan(WORDS);
    expect(answers.length - new Set(answers).size).toBeLessThan(answers.length / 10);
    expect(ordinaryAnswers(1)).toEqual(answers.slice(0, answers.length / COPIES));
  });

  test.each(OUTBOUND_RECOGNIZERS.map(({ name }) => name))(
    `get less than ${PER_THOUSAND_WORDS} redaction in 1000 words by %s`,
    (name) => {
      expect(rateOf(name)).toBeLessThan(PER_THOUSAND_WORDS);
    },
  );

  test.each(["table-column", "labelled-field"])("and by %s", (name) => {
    expect(rateOf(name)).toBeLessThan(PER_THOUSAND_WORDS);
  });
});

test.each(ordinaryTemplates())("Nothing is found in the ordinary template %p", (template) => {
  expect(findTemplateIdentifiers(template)).toEqual([]);
});
