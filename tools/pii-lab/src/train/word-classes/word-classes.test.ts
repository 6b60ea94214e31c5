import { describe, expect, test } from "@jest/globals";
import { hashLower } from "@veil/pii/ner";
import { createRandom } from "../../random.ts";
import { contextMatrix } from "./co-occurrence.ts";
import { orthonormalize } from "./randomized-svd.ts";
import { WORD_CLASS_DEFAULTS, wordClasses } from "./word-classes.ts";

const NAMES = ["anna", "ben", "clara", "david"];
const TOWNS = ["ulm", "bonn", "celle", "trier"];
const VERBS = ["sees", "meets", "calls"];

/** Returns texts such as "anna meets ben in ulm .". */
function texts(): string[] {
  const { pick } = createRandom(3);
  return Array.from(
    { length: 800 },
    () => `${pick(NAMES)} ${pick(VERBS)} ${pick(NAMES)} in ${pick(TOWNS)} .`,
  );
}

const OPTIONS = { ...WORD_CLASS_DEFAULTS, seed: 1, classes: 5, dimensions: 4, contexts: 50 };

describe("wordClasses", () => {
  test("Words with similar contexts get the same class, and words with other contexts get other classes", () => {
    const classes = wordClasses(texts(), OPTIONS);
    const of = (words: readonly string[]) =>
      new Set(words.map((word) => classes.get(hashLower(word))));
    for (const group of [NAMES, TOWNS, VERBS]) expect(of(group).size).toBe(1);
    expect(of([...NAMES, ...TOWNS, ...VERBS]).size).toBe(3);
    expect(Math.min(...classes.values())).toBeGreaterThanOrEqual(1);
  });

  test("The same seed gives the same classes", () => {
    expect(wordClasses(texts(), OPTIONS)).toEqual(wordClasses(texts(), OPTIONS));
  });
});

describe("contextMatrix", () => {
  test("The matrix has only positive entries, for words that are adjacent more often than by chance", () => {
    const matrix = contextMatrix(
      [
        ["a", "b"],
        ["a", "b"],
        ["c", "d"],
      ],
      ["a", "b", "c", "d"],
      4,
    );
    expect(matrix.rows).toBe(4);
    expect(matrix.first.at(-1)).toBe(matrix.value.length);
    expect(matrix.value.every((value) => value > 0)).toBe(true);
  });
});

describe("orthonormalize", () => {
  test("orthonormalize makes the columns of a matrix orthogonal and of length 1", () => {
    const random = createRandom(1);
    const matrix = {
      rows: 6,
      columns: 3,
      data: Float64Array.from({ length: 18 }, () => random.next()),
    };
    orthonormalize(matrix);
    const product = (a: number, b: number) =>
      Array.from(
        { length: 6 },
        (_, row) => (matrix.data[row * 3 + a] ?? 0) * (matrix.data[row * 3 + b] ?? 0),
      ).reduce((sum, each) => sum + each, 0);
    expect(product(0, 0)).toBeCloseTo(1, 9);
    expect(product(2, 2)).toBeCloseTo(1, 9);
    expect(product(0, 1)).toBeCloseTo(0, 9);
    expect(product(1, 2)).toBeCloseTo(0, 9);
  });
});
