import type { Evaluation } from "../evaluate.ts";
import type { Ratio } from "../measures/ratio.ts";
import type { RedactionScores } from "../measures/redaction-scores.ts";
import type { TypeScores } from "../measures/type-scores.ts";

export function toJsonLine(evaluation: Evaluation): string {
  const { file, policy, language, texts, types, personPrecision } = evaluation;
  const { redaction, redactionDefault } = evaluation;
  return JSON.stringify({
    file,
    policy,
    language,
    texts,
    types: Object.fromEntries(Object.entries(types).map(([type, s]) => [type, typeJson(s)])),
    person_precision_overlap: rounded(personPrecision),
    redaction: redactionJson(redaction),
    redaction_default: redactionJson(redactionDefault),
    texts_per_second: Math.round(evaluation.textsPerSecond * 10) / 10,
  });
}

function typeJson({ gold, precision, recall, f1, flagged, covered }: TypeScores) {
  return {
    gold,
    precision: rounded(precision),
    recall: rounded(recall),
    f1: rounded(f1),
    flagged_recall: rounded(flagged),
    covered_recall: rounded(covered),
  };
}

function redactionJson({ recall, precision, f2 }: RedactionScores) {
  return { recall: rounded(recall), precision: rounded(precision), f2: rounded(f2) };
}

function rounded(value: Ratio): number | null {
  return value === undefined ? null : Math.round(value * 1e6) / 1e6;
}
