/** @all trains a model */
import { describe, expect, test } from "@jest/globals";
import { LABEL_COUNT } from "@veil/pii/ner";
import { createRandom } from "../../random.ts";
import { createDatasetBuilder, type Dataset } from "./dataset.ts";
import { createLattice, marginal, reserve, sweep } from "./lattice.ts";
import { meanOf } from "./mean.ts";
import { type CrfOptions, type CrfWeights, trainCrf } from "./train-crf.ts";

const OPTIONS: CrfOptions = {
  seed: 1,
  epochs: 8,
  rate: 0.3,
  decay: 1e-6,
  dropout: 0.1,
  lexicalDropout: 0,
  lexicalFeatures: 0,
  featureBits: 8,
};
const WORDS = 40;

/**
 * Draws a chain. Words below 5 begin a name; words from 5 to 9 continue a name if they follow one.
 */
function chain(random: ReturnType<typeof createRandom>) {
  const words = Array.from({ length: 6 }, () => random.below(WORDS));
  const labels: number[] = [];
  words.forEach((word, at) => {
    const isInside = word >= 5 && word < 10 && [1, 2].includes(labels[at - 1] ?? 0);
    labels.push(word < 5 ? 1 : isInside ? 2 : 0);
  });
  return { words, labels };
}

function syntheticData(chains: number): Dataset {
  const random = createRandom(7);
  const builder = createDatasetBuilder();
  for (let made = 0; made < chains; made += 1) {
    const { words, labels } = chain(random);
    builder.addChain(
      labels,
      words.map((word) => [word, 100]),
      1,
    );
  }
  return builder.build();
}

function labelsBy({ weights, transitions }: CrfWeights, words: readonly number[]): number[] {
  const lattice = createLattice();
  reserve(lattice, words.length);
  words.forEach((word, k) => {
    for (let label = 0; label < LABEL_COUNT; label += 1)
      lattice.scores[k * LABEL_COUNT + label] =
        (weights[word * LABEL_COUNT + label] ?? 0) + (weights[100 * LABEL_COUNT + label] ?? 0);
  });
  sweep(lattice, words.length, transitions);
  return words.map((_, k) => {
    const all = Array.from({ length: LABEL_COUNT }, (_label, label) => marginal(lattice, k, label));
    return all.indexOf(Math.max(...all));
  });
}

describe("trainCrf", () => {
  test("trainCrf learns words and transitions, and labels more than 98 % of the tokens in new chains correctly", () => {
    const model = trainCrf(syntheticData(400), OPTIONS, () => undefined);
    const random = createRandom(99);
    let right = 0;
    let all = 0;
    for (let tried = 0; tried < 100; tried += 1) {
      const { words, labels } = chain(random);
      const found = labelsBy(model, words);
      all += labels.length;
      right += labels.filter((label, at) => label === found[at]).length;
    }
    expect(right / all).toBeGreaterThan(0.98);
  });

  test("The loss of the last epoch is less than half the loss of the first", () => {
    const losses: number[] = [];
    trainCrf(syntheticData(200), { ...OPTIONS, dropout: 0 }, ({ loss }) => losses.push(loss));
    expect(losses).toHaveLength(OPTIONS.epochs);
    expect(losses.at(-1) ?? 1).toBeLessThan((losses[0] ?? 0) / 2);
  });

  test("The same seed gives the same weights, and another seed gives other weights", () => {
    const data = syntheticData(50);
    const weightsOf = (seed: number) =>
      Buffer.from(trainCrf(data, { ...OPTIONS, seed }, () => undefined).weights.buffer);
    expect(weightsOf(3).equals(weightsOf(3))).toBe(true);
    expect(weightsOf(3).equals(weightsOf(4))).toBe(false);
  });

  test("When the weight of a chain is 0, then nothing is learned from it", () => {
    const builder = createDatasetBuilder();
    builder.addChain([1, 2], [[1], [2]], 0);
    const model = trainCrf(builder.build(), { ...OPTIONS, decay: 0 }, () => undefined);
    expect(model.weights.every((weight) => weight === 0)).toBe(true);
  });
});

describe("meanOf", () => {
  test("meanOf returns the mean of each weight and transition", () => {
    const model = (value: number): CrfWeights => ({
      weights: new Float32Array(3).fill(value),
      transitions: new Float64Array(2).fill(-value),
    });
    const mean = meanOf([model(1), model(2), model(6)]);
    expect([...mean.weights]).toEqual([3, 3, 3]);
    expect([...mean.transitions]).toEqual([-3, -3]);
  });
});
