import { describe, expect, test } from "@jest/globals";
import { spansOf } from "./label-spans.ts";

const read = (...labels: string[]) =>
  spansOf(labels.map((label, n) => ({ start: 3 * n, end: 3 * n + 2, label, score: 0.5 }))).map(
    ({ start, end, type }) => `${type} ${start / 3}-${(end + 1) / 3}`,
  );

describe("Words of one entity are one span", () => {
  test.each<[string, string[], string[]]>([
    ["nothing", ["O", "O"], []],
    ["BIO", ["O", "B-PER", "I-PER", "O", "B-PER"], ["PERSON 1-3", "PERSON 4-5"]],
    ["two that touch", ["B-PER", "B-PER", "I-PER"], ["PERSON 0-1", "PERSON 1-3"]],
    ["a beginning that is missing", ["O", "I-LOC", "I-LOC"], ["LOCATION 1-3"]],
    ["another type", ["B-PER", "I-LOC"], ["PERSON 0-1", "LOCATION 1-2"]],
    [
      "BIOES",
      ["S-PER", "B-ORG", "E-ORG", "E-ORG"],
      ["PERSON 0-1", "ORGANIZATION 1-3", "ORGANIZATION 3-4"],
    ],
    [
      "BILOU",
      ["U-PER", "B-LOC", "I-LOC", "L-LOC", "U-LOC"],
      ["PERSON 0-1", "LOCATION 1-4", "LOCATION 4-5"],
    ],
    ["IO", ["PER", "PER", "O", "LOC"], ["PERSON 0-2", "LOCATION 3-4"]],
    ["types of ours", ["B-EMAIL", "B-US_SSN", "b-per"], ["EMAIL 0-1", "US_SSN 1-2"]],
    ["types that there are not", ["B-MISC", "I-MISC", "B-PER", "B-LITERAL"], ["PERSON 2-3"]],
  ])("%s", (_case, labels, expected) => {
    expect(read(...labels)).toEqual(expected);
  });
});

test("A span is as sure as its words are on average", () => {
  const words = [
    { start: 0, end: 1, label: "B-PER", score: 1 },
    { start: 2, end: 3, label: "I-PER", score: 0.5 },
  ];
  expect(spansOf(words)).toEqual([{ start: 0, end: 3, type: "PERSON", confidence: 0.75 }]);
});
