import { MAX_CHAIN } from "../tokens/chains.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { extractFeatures, haveSameFeatures, MAX_FEATURES } from "./features.ts";
import { LABEL_COUNT, mayBegin, mayFollow } from "./labels.ts";
import type { NameModel } from "./name-model.ts";

const { exp, max } = Math;

/** Number of classes, in this order in the result: outside, person, location, organization. */
export const CLASSES = 4;

/**
 * Computes each token's probability of being part of a name. A scorer holds the work arrays of one
 * model.
 */
export interface Scorer {
  /**
   * Returns {@link CLASSES} probabilities per row, in which the B and I labels of a type are added
   * up. The next call overwrites the array. Rows of non-candidates have undefined content.
   */
  score(tokens: Tokens): Float32Array;
}

interface Work {
  readonly emissions: Float64Array;
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** exp(transition), or 0 where a label may not follow another. */
  readonly transitions: Float64Array;
  /** exp(-drop * scale) for every common drop, the distance of a score below the best. */
  readonly powers: Float64Array;
  /**
   * For long chains: each element is 1 plus the index of the last token whose word hash maps to
   * that element, or 0 if there is no such token.
   */
  readonly seen: Int16Array;
  readonly features: Int32Array;
  readonly touched: Int32Array;
}

const L = LABEL_COUNT;
const EVEN_BYTES = 0x00ff00ff;
const LOW_HALF = 0xffff;
/** Number of drops whose power is precomputed; greater drops are rare. */
const DROPS = 4096;
/** Chains of this length are longer than any name, so they are lists or hostile input. */
const LONG_CHAIN = 24;
const SEEN_SLOTS = 64;

/** Creates the scorer of one model. Not reentrant. */
export function createScorer(model: NameModel): Scorer {
  const cells = MAX_CHAIN * L;
  const work: Work = {
    emissions: new Float64Array(cells),
    forward: new Float64Array(cells),
    backward: new Float64Array(cells),
    transitions: exponentials(model.transitions),
    powers: new Float64Array(DROPS).map((_, drop) => exp(-drop * model.scale)),
    seen: new Int16Array(SEEN_SLOTS),
    features: new Int32Array(MAX_FEATURES),
    touched: new Int32Array(1),
  };
  let result = new Float32Array(0);
  return {
    score(tokens) {
      if (result.length < tokens.count * CLASSES)
        result = new Float32Array(tokens.count * CLASSES * 2);
      for (let chain = 0; chain < tokens.chainCount; chain += 1) {
        const start = tokens.chainStart[chain] ?? 0;
        const length = (tokens.chainEnd[chain] ?? 0) - start;
        emitAll(model, work, tokens, start, length);
        if (length === 1) {
          combineOne(work, result, start * CLASSES);
          continue;
        }
        goForward(work, length);
        goBackward(work, length);
        for (let k = 0; k < length; k += 1) combine(work, k, result, (start + k) * CLASSES);
      }
      return result;
    },
  };
}

function exponentials(transitions: Float64Array): Float64Array {
  return transitions.map((score, cell) =>
    mayFollow(Math.floor(cell / L), cell % L) ? exp(score) : 0,
  );
}

/**
 * Loads the scattered feature rows into the processor's cache. This short loop has a dozen loads in
 * flight at once, while the adding loop has only a few.
 */
function touched(rows: Int32Array, features: Int32Array, count: number): number {
  let all = 0;
  for (let feature = 0; feature < count; feature += 1)
    all ^= rows[2 * (features[feature] ?? 0)] ?? 0;
  return all;
}

function emitAll(
  model: NameModel,
  work: Work,
  tokens: Tokens,
  start: number,
  length: number,
): void {
  const { emissions, seen } = work;
  const isLong = length >= LONG_CHAIN;
  if (isLong) seen.fill(0);
  for (let k = 0; k < length; k += 1) {
    if (!isLong) {
      emit(model, work, tokens, start, k);
      continue;
    }
    const slot = (tokens.lower[start + k] ?? 0) & (SEEN_SLOTS - 1);
    const twin = (seen[slot] ?? 0) - 1;
    seen[slot] = k + 1;
    if (twin >= 0 && haveSameFeatures(tokens, start + k, start + twin))
      emissions.copyWithin(k * L, twin * L, (twin + 1) * L);
    else emit(model, work, tokens, start, k);
  }
}

/**
 * Writes exp(score) of each label for the token in row `start + k`, scaled to a maximum of 1.
 * Unrolled, because it is hot.
 */
function emit(model: NameModel, work: Work, tokens: Tokens, start: number, k: number): void {
  const { rows, scale } = model;
  const { features, emissions } = work;
  const count = extractFeatures(tokens, start + k, features);
  work.touched[0] = touched(rows, features, count);
  // Each number sums two labels, 16 bits apart: a sum of MAX_FEATURES bytes does not overflow into
  // the upper half.
  let s02 = 0;
  let s13 = 0;
  let s46 = 0;
  let s5 = 0;
  for (let feature = 0; feature < count; feature += 1) {
    const row = 2 * (features[feature] ?? 0);
    const low = rows[row] ?? 0;
    const high = rows[row + 1] ?? 0;
    s02 = (s02 + (low & EVEN_BYTES)) | 0;
    s13 = (s13 + ((low >>> 8) & EVEN_BYTES)) | 0;
    s46 = (s46 + (high & EVEN_BYTES)) | 0;
    s5 = (s5 + ((high >>> 8) & 0xff)) | 0;
  }
  const cell = k * L;
  emissions[cell] = s02 & LOW_HALF;
  emissions[cell + 1] = s13 & LOW_HALF;
  emissions[cell + 2] = s02 >>> 16;
  emissions[cell + 3] = s13 >>> 16;
  emissions[cell + 4] = s46 & LOW_HALF;
  emissions[cell + 5] = s5 & LOW_HALF;
  emissions[cell + 6] = s46 >>> 16;
  exponentiate(work, cell, scale);
}

/**
 * Turns the summed scores into exponentials. The bias of the weights is the same for all labels and
 * cancels out. Scores are integers.
 */
function exponentiate({ emissions, powers }: Work, cell: number, scale: number): void {
  let best = 0;
  for (let at = cell; at < cell + L; at += 1) best = max(best, emissions[at] ?? 0);
  for (let at = cell; at < cell + L; at += 1) {
    const drop = best - (emissions[at] ?? 0);
    emissions[at] = drop < DROPS ? (powers[drop] ?? 0) : exp(-drop * scale);
  }
}

function goForward(work: Work, length: number): void {
  const { emissions, forward } = work;
  for (let to = 0; to < L; to += 1) forward[to] = begins(to) * (emissions[to] ?? 0);
  normalize(forward, 0);
  for (let cell = L; cell < length * L; cell += L) {
    for (let to = 0; to < L; to += 1) goAhead(work, to, cell - L);
    for (let at = cell; at < cell + L; at += 1)
      forward[at] = value(forward, at) * value(emissions, at);
    normalize(forward, cell);
  }
}

/**
 * Writes into the next cell the sum over all labels that may precede `to`: for I, the B and I of
 * its type; for O and B, any label. Unrolled, because it is hot.
 */
function goAhead({ forward, transitions }: Work, to: number, last: number): void {
  if (begins(to) === 0)
    forward[last + L + to] =
      value(forward, last + to - 1) * value(transitions, (to - 1) * L + to) +
      value(forward, last + to) * value(transitions, to * L + to);
  else
    forward[last + L + to] =
      value(forward, last) * value(transitions, to) +
      value(forward, last + 1) * value(transitions, L + to) +
      value(forward, last + 2) * value(transitions, 2 * L + to) +
      value(forward, last + 3) * value(transitions, 3 * L + to) +
      value(forward, last + 4) * value(transitions, 4 * L + to) +
      value(forward, last + 5) * value(transitions, 5 * L + to) +
      value(forward, last + 6) * value(transitions, 6 * L + to);
}

function value(values: Float64Array, cell: number): number {
  return values[cell] ?? 0;
}

function goBackward(work: Work, length: number): void {
  const { backward } = work;
  backward.fill(1, (length - 1) * L, length * L);
  for (let cell = (length - 2) * L; cell >= 0; cell -= L) {
    for (let from = 0; from < L; from += 1) goBehind(work, from, cell);
    normalize(backward, cell);
  }
}

/**
 * Writes into `cell` the sum over all labels that may follow `from`, in label order: O, any B, and
 * the I of the same type.
 */
function goBehind(work: Work, from: number, cell: number): void {
  const next = cell + L;
  const inside = from === 0 ? 0 : from + (from & 1);
  let x = follows(work, from, next, 0) + follows(work, from, next, 1);
  if (inside === 2) x += follows(work, from, next, 2);
  x += follows(work, from, next, 3);
  if (inside === 4) x += follows(work, from, next, 4);
  x += follows(work, from, next, 5);
  if (inside === 6) x += follows(work, from, next, 6);
  work.backward[cell + from] = x;
}

function follows(work: Work, from: number, next: number, to: number): number {
  const { transitions, emissions, backward } = work;
  return (
    value(transitions, from * L + to) * value(emissions, next + to) * value(backward, next + to)
  );
}

function begins(label: number): number {
  return mayBegin(label) ? 1 : 0;
}

function normalize(values: Float64Array, cell: number): void {
  let sum = 0;
  for (let label = 0; label < L; label += 1) sum += values[cell + label] ?? 0;
  for (let label = 0; label < L; label += 1)
    values[cell + label] = (values[cell + label] ?? 0) / sum;
}

/** Computes the result of both passes for a chain of one token, which can have no I label. */
function combineOne({ emissions }: Work, result: Float32Array, at: number): void {
  const all = value(emissions, 0) + value(emissions, 1) + value(emissions, 3) + value(emissions, 5);
  const outside = value(emissions, 0) / all;
  const person = value(emissions, 1) / all;
  const location = value(emissions, 3) / all;
  const organization = value(emissions, 5) / all;
  const sum = outside + person + location + organization;
  result[at] = outside / sum;
  result[at + 1] = person / sum;
  result[at + 2] = location / sum;
  result[at + 3] = organization / sum;
}

function combine(work: Work, k: number, result: Float32Array, at: number): void {
  const { forward, backward } = work;
  const cell = k * L;
  let sum = 0;
  for (let label = 0; label < L; label += 1)
    sum += value(forward, cell + label) * value(backward, cell + label);
  result[at] = (value(forward, cell) * value(backward, cell)) / sum;
  for (let type = 1; type < CLASSES; type += 1) {
    const begin = cell + 2 * type - 1;
    result[at + type] =
      (value(forward, begin) * value(backward, begin)) / sum +
      (value(forward, begin + 1) * value(backward, begin + 1)) / sum;
  }
}
