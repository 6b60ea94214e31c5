import type { Language } from "../finding.ts";
import { FEATURE_BITS } from "./features.ts";
import { LABEL_COUNT } from "./labels.ts";
import type { Lexicon } from "./lexicon.ts";

/** How many weights a model has: a row for each feature, a column for each label. */
export const WEIGHT_COUNT = LABEL_COUNT << FEATURE_BITS;

/** A model that recognises names: a linear-chain CRF over hashed features, with its lexicon. */
export interface NameModel {
  readonly language: Language;
  readonly lexicon: Lexicon;
  /** See {@link packWeights}. */
  readonly rows: Int32Array;
  /** What one step of a weight is worth. */
  readonly scale: number;
  /** Scores of label b behind label a at `a * LABEL_COUNT + b`; what may not follow is left out of account. */
  readonly transitions: Float64Array;
  /** Facts about the training for people: dates, seeds, licences, figures. */
  readonly about: Readonly<Record<string, string | number>>;
}

/** What training makes: as a {@link NameModel}, with weights as they are. */
export interface TrainedModel {
  readonly language: Language;
  readonly lexicon: Lexicon;
  /** {@link WEIGHT_COUNT} of them. */
  readonly weights: Float32Array;
  /** LABEL_COUNT x LABEL_COUNT; values of transitions that may not be are ignored. */
  readonly transitions: Float32Array | Float64Array;
  readonly about?: Readonly<Record<string, string | number>>;
}

/** Added to each packed weight, which makes it a byte without a sign. */
export const WEIGHT_BIAS = 128;

/**
 * Weights, as bytes with a sign (label l of feature f at `f * LABEL_COUNT + l`), as two numbers for each feature: a
 * byte for each of the labels 0 to 3, then of 4 to 6, the lowest first, each {@link WEIGHT_BIAS} too great. So one
 * feature costs two memory accesses, and four additions add up all its weights.
 */
export function packWeights(weights: Uint8Array): Int32Array {
  const rows = new Int32Array(2 << FEATURE_BITS);
  for (let row = 0, cell = 0; row < rows.length; row += 2, cell += LABEL_COUNT) {
    rows[row] = BIASES ^ packed(weights, cell, 4);
    rows[row + 1] = (BIASES >>> 8) ^ packed(weights, cell + 4, 3);
  }
  return rows;
}

/** {@link WEIGHT_BIAS} in each byte. To flip the sign of a byte is to add it. */
const BIASES = 0x80808080;

function packed(bytes: Uint8Array, start: number, count: number): number {
  let all = 0;
  for (let index = count - 1; index >= 0; index -= 1)
    all = (all << 8) | (bytes[start + index] ?? 0);
  return all;
}
