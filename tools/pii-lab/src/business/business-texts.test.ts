/** @all reads the name models */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { overlaps } from "@veil/pii/spans";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { lettersIn } from "../eval/measures/letters.ts";
import { redactionsIn } from "../false-positives/redactions.ts";

const FILE = fileURLToPath(new URL("../../corpora/business-texts.jsonl", import.meta.url));
/** For each type, the minimum share of values that the default policy must replace completely. */
const RECALL: readonly (readonly [type: string, least: number])[] = [
  ["PERSON", 0.91],
  ["EMAIL", 1],
  ["IP_ADDRESS", 1],
  ["PHONE", 0.98],
  ["STREET_ADDRESS", 0.81],
  ["POSTAL_CODE", 0.92],
  ["LOCATION", 0.98],
  ["DATE_OF_BIRTH", 0.89],
  ["ID_NUMBER", 0.85],
  ["SECRET", 0.86],
  ["USERNAME", 0.83],
  ["AGE", 0.89],
];
const RECALL_OF_ALL = 0.9;
/** The maximum number of replacements that overlap no annotated span. */
const MOST_WRONG = 32;

const texts = await readCorpus(FILE);
const engine = createEngine({ names: readBundledModels() });
const judged = texts.map(({ text, gold }) => {
  const replaced = redactionsIn(engine, text);
  const covered = lettersIn(text, replaced);
  return {
    spans: gold.map((span) => ({
      type: span.type,
      isCovered: [...lettersIn(text, [span])].every((at) => covered.has(at)),
    })),
    wrong: replaced.filter((one) => !gold.some((span) => overlaps(span, one))),
  };
});
const spans = judged.flatMap((one) => one.spans);

function recallOf(type?: string): number {
  const ofType = spans.filter((span) => type === undefined || span.type === type);
  return ofType.filter(({ isCovered }) => isCovered).length / ofType.length;
}

describe("Personal data in business texts", () => {
  test("the business texts contain enough annotated values to compute a rate", () => {
    expect(texts.length).toBeGreaterThan(150);
    expect(spans.length).toBeGreaterThan(1_200);
  });

  test.each(RECALL)(
    "the default policy completely replaces values of type %s with a recall of at least %s",
    (type, least) => {
      expect(recallOf(type)).toBeGreaterThanOrEqual(least);
    },
  );

  test("the default policy completely replaces at least 90 % of all annotated values", () => {
    expect(recallOf()).toBeGreaterThanOrEqual(RECALL_OF_ALL);
  });

  test("the default policy replaces at most 32 values that overlap no annotated span", () => {
    const wrong = judged.flatMap((one) => one.wrong.map(({ excerpt }) => excerpt));
    expect(wrong.slice(MOST_WRONG)).toEqual([]);
  });
});
