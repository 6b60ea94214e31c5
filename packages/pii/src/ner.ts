export {
  frequencyBucket,
  LEXICON_FLAGS,
  Lexicon,
  spokenFlags,
  writtenFlags,
} from "./names/lexicon/lexicon.ts";
export {
  extractFeatures,
  FEATURE_BITS,
  LEXICAL_POSITIONS,
  MAX_FEATURES,
} from "./names/model/features.ts";
export {
  LABEL_COUNT,
  LABELS,
  type LabeledSpan,
  labelTokens,
  mayBegin,
  mayFollow,
} from "./names/model/labels.ts";
export { CLASSES, createScorer, type Scorer } from "./names/model/marginals.ts";
export { writeModel } from "./names/model/model-file.ts";
export { ModelFileError } from "./names/model/model-file-error.ts";
export { type NameModel, type TrainedModel, WEIGHT_COUNT } from "./names/model/name-model.ts";
export { type Chain, chainsOf, MAX_CHAIN } from "./names/tokens/chains.ts";
export { tokenize } from "./names/tokens/tokenize.ts";
export { LINE_CASES, POSITIONS, SHAPES, TOKEN_KINDS, Tokens } from "./names/tokens/tokens.ts";
export { hashFolded, hashLower } from "./text/hashes.ts";
