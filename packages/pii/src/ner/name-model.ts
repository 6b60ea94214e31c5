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
  /** Row by row: weight of label l for feature f at `f * LABEL_COUNT + l`, times `scale`. */
  readonly weights: Int8Array;
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
