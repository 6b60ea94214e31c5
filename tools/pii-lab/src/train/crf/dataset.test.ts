import { describe, expect, test } from "@jest/globals";
import { LABELS, Lexicon } from "@veil/pii/ner";
import { createDatasetBuilder } from "./dataset.ts";

/** Returns the labels of all tokens, as the numbers of a dataset contain them. */
function labelsIn(text: string, spans: { start: number; end: number; type: string }[]): string[] {
  const builder = createDatasetBuilder();
  builder.addExamples([{ text, spans }], new Lexicon(16), 0.5);
  const { numbers, chains } = builder.build();
  const labels: string[] = [];
  for (const chain of chains) {
    expect(numbers[chain + 1]).toBe(500);
    let at = chain + 2;
    for (let token = 0; token < (numbers[chain] ?? 0); token += 1) {
      labels.push(LABELS[numbers[at] ?? 0] ?? "?");
      at += 2 + (numbers[at + 1] ?? 0);
    }
  }
  return labels;
}

describe("a dataset", () => {
  test("A dataset contains the chains of a text with their labels and weight", () => {
    const labels = labelsIn("Anna Krug lebt.", [{ start: 0, end: 9, type: "PERSON" }]);
    expect(labels.slice(0, 2)).toEqual(["B-PERSON", "I-PERSON"]);
  });

  test("Tokens of types that the model does not know are labeled as outside", () => {
    expect(labelsIn("Anna", [{ start: 0, end: 4, type: "DATE_TIME" }])).toEqual(["O"]);
  });
});
