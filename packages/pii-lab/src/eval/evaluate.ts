import { type TypeNames, typeNames } from "./corpus/type-names.ts";
import { personPrecisionOverlap } from "./measures/person-precision.ts";
import type { Ratio } from "./measures/ratio.ts";
import {
  type RedactionScores,
  scoreRedaction,
  underDefaultPolicy,
} from "./measures/redaction-scores.ts";
import { type AllTypeScores, scoreTypes } from "./measures/type-scores.ts";
import type { Predicted } from "./predict.ts";

export interface Evaluation extends AllTypeScores {
  readonly file: string;
  readonly language: string;
  readonly texts: number;
  readonly personPrecision: Ratio;
  readonly redaction: RedactionScores;
  readonly redactionDefault: RedactionScores;
  readonly textsPerSecond: number;
  readonly megabytesPerSecond: number;
}

export function evaluate(
  file: string,
  { texts, elapsedMs }: Predicted,
  names: TypeNames = typeNames(texts),
): Evaluation {
  const seconds = Math.max(elapsedMs, 0.001) / 1000;
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return {
    file,
    language: languageOf(texts),
    texts: texts.length,
    ...scoreTypes(texts, names),
    personPrecision: personPrecisionOverlap(texts),
    redaction: scoreRedaction(texts),
    redactionDefault: scoreRedaction(underDefaultPolicy(texts)),
    textsPerSecond: texts.length / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
  };
}

function languageOf(texts: Predicted["texts"]): string {
  const languages = new Set(texts.map(({ language }) => language ?? "detected"));
  const [only = "detected"] = languages;
  return languages.size > 1 ? "mixed" : only;
}
