/** @all reads the models of names */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { overlaps } from "@veil/pii/spans";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { lettersIn } from "../eval/measures/letters.ts";
import { redactionsIn } from "../false-positives/redactions.ts";

const FILE = fileURLToPath(new URL("../../corpora/business-texts.jsonl", import.meta.url));
/** The least share of each type that the default policy must replace whole, as any type. */
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
/** The most replacements that touch nothing personal. */
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
  test("is enough to compute a rate", () => {
    expect(texts.length).toBeGreaterThan(150);
    expect(spans.length).toBeGreaterThan(1_200);
  });

  test.each(RECALL)("of the type %s is replaced by the default policy", (type, least) => {
    expect(recallOf(type)).toBeGreaterThanOrEqual(least);
  });

  test("is replaced under some type", () => {
    expect(recallOf()).toBeGreaterThanOrEqual(RECALL_OF_ALL);
  });

  test("is not found where there is none", () => {
    const wrong = judged.flatMap((one) => one.wrong.map(({ excerpt }) => excerpt));
    expect(wrong.slice(MOST_WRONG)).toEqual([]);
  });
});
