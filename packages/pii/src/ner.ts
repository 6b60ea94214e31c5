export { type Chain, chainsOf, MAX_CHAIN } from "./ner/chains.ts";
export { extractFeatures, FEATURE_BITS, LEXICAL_POSITIONS, MAX_FEATURES } from "./ner/features.ts";
export { hashFolded, hashLower } from "./ner/hashes.ts";
export {
  LABEL_COUNT,
  LABELS,
  type LabeledSpan,
  labelTokens,
  mayBegin,
  mayFollow,
} from "./ner/labels.ts";
export {
  frequencyBucket,
  LEXICON_FLAGS,
  Lexicon,
  spokenFlags,
  writtenFlags,
} from "./ner/lexicon.ts";
export { CLASSES, createScorer, type Scorer } from "./ner/marginals.ts";
export { writeModel } from "./ner/model-file.ts";
export { ModelFileError } from "./ner/model-file-error.ts";
export { type NameModel, type TrainedModel, WEIGHT_COUNT } from "./ner/name-model.ts";
export { tokenize } from "./ner/tokenize.ts";
export { LINE_CASES, POSITIONS, SHAPES, TOKEN_KINDS, Tokens } from "./ner/tokens.ts";
