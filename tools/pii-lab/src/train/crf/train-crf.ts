import { LABEL_COUNT, mayFollow } from "@veil/pii/ner";
import { createRandom, type Random, shuffle } from "../../random.ts";
import { type Dataset, WEIGHT_UNIT } from "./dataset.ts";
import { createLattice, type Lattice, marginal, pairMarginal, reserve, sweep } from "./lattice.ts";
import {
  addScores,
  compactWeights,
  createParameters,
  descend,
  descendTransitions,
  type Parameters,
} from "./parameters.ts";

const L = LABEL_COUNT;
/** Errors smaller than this are ignored. */
const NEGLIGIBLE = 1e-3;

export interface CrfOptions {
  readonly seed: number;
  readonly epochs: number;
  readonly rate: number;
  /** Strength of the L2 penalty. */
  readonly decay: number;
  readonly dropout: number;
  readonly lexicalDropout: number;
  /** The number of lexical features, which are the first features of a token. */
  readonly lexicalFeatures: number;
  readonly featureBits: number;
}

export interface CrfWeights {
  /** The weight of feature f for label l has the index `f * LABEL_COUNT + l`. */
  readonly weights: Float32Array;
  readonly transitions: Float64Array;
}

export interface EpochReport {
  readonly epoch: number;
  readonly loss: number;
}

interface Run {
  readonly options: CrfOptions;
  readonly data: Dataset;
  readonly random: Random;
  readonly parameters: Parameters;
  readonly lattice: Lattice;
  /**
   * The features of the current chain that were not dropped. `ends` contains, for each token, the
   * index where its features end.
   */
  kept: Int32Array;
  ends: Int32Array;
  labels: Int32Array;
  readonly gradient: Float64Array;
  readonly transitionGradient: Float64Array;
}

export function trainCrf(
  data: Dataset,
  options: CrfOptions,
  report: (epoch: EpochReport) => void,
): CrfWeights {
  const run: Run = {
    options,
    data,
    random: createRandom(options.seed),
    parameters: createParameters(options.featureBits),
    lattice: createLattice(),
    kept: new Int32Array(1 << 15),
    ends: new Int32Array(256),
    labels: new Int32Array(256),
    gradient: new Float64Array(L),
    transitionGradient: new Float64Array(L * L),
  };
  const order = Int32Array.from(data.chains);
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const rate = options.rate * (1 - (epoch / options.epochs) * 0.95);
    shuffle(order, run.random);
    let loss = 0;
    for (const chain of order) loss += learnChain(run, chain, rate);
    report({ epoch, loss: loss / data.tokens });
  }
  return {
    weights: compactWeights(run.parameters),
    transitions: run.parameters.transitions,
  };
}

/** Learns from one chain. Returns the chain's weighted loss before this step. */
function learnChain(run: Run, chain: number, rate: number): number {
  const length = run.data.numbers[chain] as number;
  const weight = (run.data.numbers[chain + 1] as number) / WEIGHT_UNIT;
  readChain(run, chain, length);
  const { parameters, lattice, labels } = run;
  const total = sweep(lattice, length, parameters.transitions);
  const loss = total - scoreOf(lattice, labels, length, parameters.transitions);
  learnTransitions(run, length, weight, rate);
  learnWeights(run, length, weight, rate);
  return weight * loss;
}

function readChain(run: Run, chain: number, length: number): void {
  const { numbers } = run.data;
  reserve(run.lattice, length);
  if (run.ends.length < length) {
    run.ends = new Int32Array(length * 2);
    run.labels = new Int32Array(length * 2);
  }
  let at = chain + 2;
  let used = 0;
  for (let k = 0; k < length; k += 1) {
    run.labels[k] = numbers[at] as number;
    const count = numbers[at + 1] as number;
    const from = used;
    used = keepSome(run, at + 2, count, used);
    run.ends[k] = used;
    addScores(run.parameters.weights, run.kept, from, used, run.lattice.scores, k * L);
    at += count + 2;
  }
}

function keepSome(run: Run, from: number, count: number, used: number): number {
  const { random, options, data } = run;
  const { dropout, lexicalDropout, lexicalFeatures } = options;
  if (run.kept.length < used + count) {
    const larger = new Int32Array((used + count) * 2);
    larger.set(run.kept);
    run.kept = larger;
  }
  const { kept } = run;
  let next = used;
  const first = random.next() < lexicalDropout ? lexicalFeatures : 0;
  for (let index = first; index < count; index += 1) {
    if (dropout > 0 && random.next() < dropout) continue;
    kept[next] = data.numbers[from + index] as number;
    next += 1;
  }
  return next;
}

function scoreOf(
  { scores }: Lattice,
  labels: Int32Array,
  length: number,
  transitions: Float64Array,
): number {
  let score = 0;
  for (let k = 0; k < length; k += 1) {
    const label = labels[k] as number;
    score += scores[k * L + label] as number;
    if (k > 0) score += transitions[(labels[k - 1] as number) * L + label] as number;
  }
  return score;
}

function learnTransitions(run: Run, length: number, weight: number, rate: number): void {
  const { lattice, labels, transitionGradient: gradient } = run;
  for (let k = 1; k < length; k += 1) {
    for (let cell = 0; cell < L * L; cell += 1) {
      const from = Math.floor(cell / L);
      const to = cell % L;
      gradient[cell] = mayFollow(from, to) ? weight * pairMarginal(lattice, k, from, to) : 0;
    }
    const truth = (labels[k - 1] as number) * L + (labels[k] as number);
    gradient[truth] = (gradient[truth] as number) - weight;
    descendTransitions(run.parameters, gradient, rate);
  }
}

function learnWeights(run: Run, length: number, weight: number, rate: number): void {
  const { lattice, labels, gradient, ends, kept, options } = run;
  for (let k = 0; k < length; k += 1) {
    let greatest = 0;
    for (let label = 0; label < L; label += 1) {
      const slope = weight * (marginal(lattice, k, label) - (labels[k] === label ? 1 : 0));
      gradient[label] = slope;
      greatest = Math.max(greatest, Math.abs(slope));
    }
    if (greatest < NEGLIGIBLE) continue;
    const from = k === 0 ? 0 : (ends[k - 1] as number);
    descend(run.parameters, kept, from, ends[k] as number, gradient, rate, options.decay);
  }
}
