import { expect, test } from "@jest/globals";
import { tinyLexicon } from "../../../test/tiny-model.ts";
import { tokenize } from "../tokens/tokenize.ts";
import { Tokens } from "../tokens/tokens.ts";
import { extractFeatures, FEATURE_BITS, MAX_FEATURES } from "./features.ts";
import { LABEL_COUNT, mayBegin, mayFollow } from "./labels.ts";
import { CLASSES, createScorer } from "./marginals.ts";
import { packWeights, WEIGHT_COUNT } from "./name-model.ts";

const LABELS = Array.from({ length: LABEL_COUNT }, (_, label) => label);
const SCALE = 0.02;

/** Returns deterministic pseudo-random numbers. */
const pseudo = (index: number) => ((Math.imul(index + 1, 0x9e3779b1) >>> 8) % 255) - 127;
const weights = new Int8Array(WEIGHT_COUNT).map((_, index) => pseudo(index));
const transitions = Float64Array.from({ length: LABEL_COUNT ** 2 }, (_, cell) => pseudo(cell) / 90);
const model = {
  language: "en",
  lexicon: tinyLexicon(),
  rows: packWeights([new Uint8Array(weights.buffer)]),
  scale: SCALE,
  transitions,
  about: {},
} as const;

test("The scorer's probabilities equal the sums over all label sequences", () => {
  const tokens = new Tokens();
  tokenize("Anna Koch-Weber\nBerlin", model.lexicon, tokens);
  const expected = [...chain(tokens, 0, 4), ...chain(tokens, 4, 5)];
  const result = createScorer(model).score(tokens);
  expect(result.length).toBeGreaterThanOrEqual(tokens.count * CLASSES);
  expected.forEach((value, cell) => {
    expect(result[cell]).toBeCloseTo(value, 5);
  });
});

/** Computes the four class probabilities of each token of a chain by brute force. */
function chain(tokens: Tokens, start: number, end: number): number[] {
  const scores = Array.from({ length: end - start }, (_, k) => emissions(tokens, start + k));
  const result = new Array<number>(CLASSES * (end - start)).fill(0);
  let total = 0;
  for (const labels of sequences(end - start)) {
    const score = labels.reduce((sum, label, k) => {
      const before = labels[k - 1];
      const transition = before === undefined ? 0 : transitions[before * LABEL_COUNT + label];
      return sum + (scores[k]?.[label] ?? 0) + (transition ?? 0);
    }, 0);
    total += Math.exp(score);
    labels.forEach((label, k) => {
      const cell = k * CLASSES + Math.ceil(label / 2);
      result[cell] = (result[cell] ?? 0) + Math.exp(score);
    });
  }
  return result.map((value) => value / total);
}

function* sequences(length: number, before: readonly number[] = []): Generator<readonly number[]> {
  if (before.length === length) return yield before;
  const last = before.at(-1);
  for (const label of LABELS)
    if (last === undefined ? mayBegin(label) : mayFollow(last, label))
      yield* sequences(length, [...before, label]);
}

function emissions(tokens: Tokens, row: number): number[] {
  const features = new Int32Array(MAX_FEATURES);
  const count = extractFeatures(tokens, row, features);
  const sum = (label: number) =>
    features
      .slice(0, count)
      .reduce((all, feature) => all + (weights[feature * LABEL_COUNT + label] ?? 0), 0);
  return LABELS.map((label) => sum(label) * SCALE);
}

test("The weight table has one row per feature and one column per label", () => {
  expect(weights.length).toBe(LABEL_COUNT * 2 ** FEATURE_BITS);
});
