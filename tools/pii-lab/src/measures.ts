export type { CorpusText, PredictedSpan } from "./eval/corpus/corpus-text.ts";
export { readCorpus } from "./eval/corpus/read-corpus.ts";
export {
  type RedactionScores,
  scoreRedaction,
  underDefaultPolicy,
} from "./eval/measures/redaction-scores.ts";
export { predict } from "./eval/predict.ts";
export { presidioAnalyzer } from "./peer/presidio-analyzer.ts";
