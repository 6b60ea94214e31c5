import { hashLower } from "@veil/pii/ner";
import { createRandom } from "../../random.ts";
import { contextMatrix, vocabularyOf, wordsIn } from "./co-occurrence.ts";
import { cluster, normalizeRows } from "./k-means.ts";
import { embedRows } from "./randomized-svd.ts";

/** The parameters of word classes. WORD_CLASS_DEFAULTS suits a few million words of text. */
export interface WordClassOptions {
  readonly seed: number;
  readonly classes: number;
  /** Words that occur less often than this are omitted. */
  readonly atLeast: number;
  readonly vocabulary: number;
  readonly contexts: number;
  readonly dimensions: number;
  readonly svdIterations: number;
  readonly clusterIterations: number;
}

export const WORD_CLASS_DEFAULTS: Omit<WordClassOptions, "seed"> = {
  classes: 250,
  atLeast: 4,
  vocabulary: 30_000,
  contexts: 6000,
  dimensions: 80,
  svdIterations: 3,
  clusterIterations: 15,
};

/**
 * Groups words by context. Returns their classes, from 1, by `hashLower`. The result is
 * deterministic.
 */
export function wordClasses(
  texts: readonly string[],
  options: WordClassOptions,
): ReadonlyMap<number, number> {
  const random = createRandom(options.seed);
  const words = texts.map(wordsIn);
  const vocabulary = vocabularyOf(words, options.vocabulary, options.atLeast);
  const matrix = contextMatrix(words, vocabulary, options.contexts);
  const points = embedRows(matrix, options.dimensions, options.svdIterations, random);
  normalizeRows(points);
  const labels = cluster(points, options.classes, options.clusterIterations, random);
  return new Map(
    vocabulary.flatMap((word, row) =>
      /^\p{L}+$/u.test(word) ? [[hashLower(word), (labels[row] ?? 0) + 1] as const] : [],
    ),
  );
}
