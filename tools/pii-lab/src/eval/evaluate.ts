import type { JudgedText } from "./corpus/corpus-text.ts";
import { type TypeNames, typeNames } from "./corpus/type-names.ts";
import type { EvalPolicy } from "./eval-policy.ts";
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
  readonly policy: EvalPolicy;
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
  { policy, texts, elapsedMs }: Predicted,
  names: TypeNames = typeNames(texts),
): Evaluation {
  const seconds = Math.max(elapsedMs, 0.001) / 1000;
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return {
    file,
    policy,
    language: languageOf(texts),
    texts: texts.length,
    ...scoreTypes(under(policy, texts), names),
    personPrecision: personPrecisionOverlap(texts),
    redaction: scoreRedaction(texts),
    redactionDefault: scoreRedaction(underDefaultPolicy(texts)),
    textsPerSecond: texts.length / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
  };
}

/** Returns the annotations and findings that count under a policy. */
export function under(policy: EvalPolicy, texts: readonly JudgedText[]): readonly JudgedText[] {
  return policy === "all" ? texts : underDefaultPolicy(texts);
}

function languageOf(texts: Predicted["texts"]): string {
  const languages = new Set(texts.map(({ language }) => language ?? "detected"));
  const [only = "detected"] = languages;
  return languages.size > 1 ? "mixed" : only;
}
