import type { Language } from "../../finding.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { FEATURE_BITS } from "./features.ts";
import { LABEL_COUNT } from "./labels.ts";

/** Number of weights: one row per feature, one column per label. */
export const WEIGHT_COUNT = LABEL_COUNT << FEATURE_BITS;

/** A linear-chain CRF over hashed features, with its lexicon. */
export interface NameModel {
  readonly language: Language;
  readonly lexicon: Lexicon;
  readonly rows: Int32Array;
  /** The value of one step of a weight. */
  readonly scale: number;
  /**
   * The score of label b after label a is at `a * LABEL_COUNT + b`; the scores of forbidden
   * transitions are ignored.
   */
  readonly transitions: Float64Array;
  /** Facts about the training for human readers: dates, seeds, licenses, figures. */
  readonly about: Readonly<Record<string, string | number>>;
}

/** The output of training: a {@link NameModel} with unpacked weights. */
export interface TrainedModel {
  readonly language: Language;
  readonly lexicon: Lexicon;
  readonly weights: Float32Array;
  readonly transitions: Float32Array | Float64Array;
  readonly about?: Readonly<Record<string, string | number>>;
}

export const WEIGHT_BIAS = 128;

/**
 * Packs signed bytes (label l of feature f at `f * LABEL_COUNT + l`), each plus {@link
 * WEIGHT_BIAS}, into two numbers per feature: labels 0-3 and labels 4-6, lowest first. Four
 * additions then add up all weights of a feature. Each of the `parts` must contain whole features.
 */
export function packWeights(parts: Iterable<Uint8Array>): Int32Array {
  const rows = new Int32Array(new SharedArrayBuffer(8 << FEATURE_BITS));
  let row = 0;
  for (const weights of parts)
    for (let cell = 0; cell < weights.length; cell += LABEL_COUNT, row += 2) {
      rows[row] = BIASES ^ packed(weights, cell, 4);
      rows[row + 1] = (BIASES >>> 8) ^ packed(weights, cell + 4, 3);
    }
  return rows;
}

const BIASES = 0x80808080;

function packed(bytes: Uint8Array, start: number, count: number): number {
  let all = 0;
  for (let index = count - 1; index >= 0; index -= 1)
    all = (all << 8) | (bytes[start + index] ?? 0);
  return all;
}
