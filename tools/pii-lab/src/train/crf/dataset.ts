import {
  chainsOf,
  extractFeatures,
  type Lexicon,
  labelTokens,
  MAX_FEATURES,
  Tokens,
  tokenize,
} from "@veil/pii/ner";
import type { Example } from "../corpora/example.ts";

export const WEIGHT_UNIT = 1000;

/**
 * Chains of tokens. `numbers` contains the chains one after another: the length, the weight in
 * thousandths, and for each token its label, feature count and features. `chains` contains the
 * index where each chain begins.
 */
export interface Dataset {
  readonly numbers: Int32Array;
  readonly chains: Int32Array;
  readonly tokens: number;
}

export interface DatasetBuilder {
  /**
   * Adds one chain, whose tokens have `labels` and `features`. A `weight` of 1 means full weight.
   */
  addChain(labels: readonly number[], features: readonly ArrayLike<number>[], weight: number): void;
  addExamples(examples: Iterable<Example>, lexicon: Lexicon, weight: number): void;
  build(): Dataset;
}

export function createDatasetBuilder(): DatasetBuilder {
  let numbers = new Int32Array(1 << 20);
  let used = 0;
  let tokenCount = 0;
  const chains: number[] = [];
  const tokens = new Tokens();
  const features = new Int32Array(MAX_FEATURES);

  function reserve(more: number): void {
    if (used + more <= numbers.length) return;
    const larger = new Int32Array(Math.max(numbers.length * 2, used + more));
    larger.set(numbers.subarray(0, used));
    numbers = larger;
  }
  function begin(length: number, weight: number): void {
    reserve(2);
    chains.push(used);
    numbers[used] = length;
    numbers[used + 1] = Math.round(weight * WEIGHT_UNIT);
    used += 2;
    tokenCount += length;
  }
  function addToken(label: number, from: ArrayLike<number>, count: number): void {
    reserve(count + 2);
    numbers[used] = label;
    numbers[used + 1] = count;
    for (let at = 0; at < count; at += 1) numbers[used + 2 + at] = from[at] as number;
    used += count + 2;
  }
  function addExample(example: Example, lexicon: Lexicon, weight: number): void {
    tokenize(example.text, lexicon, tokens, maskOf(example));
    const labels = labelTokens(tokens, example.spans);
    for (const { start, end } of chainsOf(tokens)) {
      begin(end - start, weight);
      for (let row = start; row < end; row += 1)
        addToken(labels[row] as number, features, extractFeatures(tokens, row, features));
    }
  }
  return {
    addChain(labels, rows, weight) {
      begin(labels.length, weight);
      labels.forEach((label, at) => {
        const row = rows[at] ?? [];
        addToken(label, row, row.length);
      });
    },
    addExamples(examples, lexicon, weight) {
      for (const example of examples) addExample(example, lexicon, weight);
    },
    build: () => ({
      numbers: numbers.subarray(0, used),
      chains: Int32Array.from(chains),
      tokens: tokenCount,
    }),
  };
}

function maskOf({ masked }: Example): ((start: number, end: number) => boolean) | undefined {
  if (masked === undefined || masked.length === 0) return undefined;
  return (start, end) => masked.some(([from, to]) => from < end && start < to);
}
