import type { GroundTruthEvaluation, PiiAnnotation } from "@veil/contracts/public/proxy";
import type { Redaction } from "@veil/pii/sanitise-response";
import { type Span, touching } from "@veil/pii/spans";
import type { MeasuredTruth, TruthInput } from "../scanning/text-scans.ts";
import { redactionsIn } from "../scanning/verified-answer.ts";
import type { FieldTruth } from "./ground-truth.ts";

const encoder = new TextEncoder();

export function measuredTruth({ truth, ...input }: TruthInput): MeasuredTruth {
  const evaluation = evaluateGroundTruth(truth, redactionsIn(input));
  const { true_positives, false_negatives, false_positives } = evaluation;
  return {
    counts: { true_positives, false_negatives, false_positives },
    missed: countsByField(evaluation.missed),
    evaluation: encoder.encode(JSON.stringify(evaluation)),
  };
}

function countsByField(missed: GroundTruthEvaluation["missed"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { field } of missed) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

interface Comparison {
  readonly matches: GroundTruthEvaluation["matches"];
  readonly missed: GroundTruthEvaluation["missed"];
  readonly extras: GroundTruthEvaluation["extras"];
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const ANYTHING = /./s;

export function evaluateGroundTruth(
  truth: readonly FieldTruth[],
  redactions: ReadonlyMap<string, readonly Redaction[]>,
): GroundTruthEvaluation {
  const comparison: Comparison = { matches: [], missed: [], extras: [] };
  for (const field of truth) judge(field, redactions.get(field.name) ?? [], comparison);
  const { matches, missed, extras } = comparison;
  const total = matches.length + missed.length;
  return {
    total_annotations: total,
    true_positives: matches.length,
    false_negatives: missed.length,
    false_positives: extras.length,
    detection_rate: total === 0 ? 1 : matches.length / total,
    matches,
    missed,
    extras,
  };
}

function judge(
  { name, text, annotations }: FieldTruth,
  redactions: readonly Redaction[],
  { matches, missed, extras }: Comparison,
): void {
  for (const annotation of annotations) {
    const { type, value } = annotation;
    const reached = touching(redactions, annotation);
    const redacted_as = reached.map(({ placeholder }) => placeholder).join(" ");
    if (isCovered(text, annotation, reached))
      matches.push({ annotation_type: type, annotation_value: value, redacted_as });
    else missed.push({ field: name, type, value });
  }
  const annotated = union(annotations);
  for (const redaction of redactions) {
    const { placeholder, type, start, end } = redaction;
    // A protected literal is text that looks like a placeholder, not personal data.
    if (type === "LITERAL" || touching(annotated, redaction).length > 0) continue;
    extras.push({ placeholder, original: text.slice(start, end) });
  }
}

/**
 * Returns whether every letter and digit of the annotation is redacted. If the annotation has
 * neither, every character must be redacted.
 */
function isCovered(text: string, { value, start, end }: PiiAnnotation, by: readonly Span[]) {
  const telling = LETTER_OR_DIGIT.test(value) ? LETTER_OR_DIGIT : ANYTHING;
  let position = start;
  for (const span of by) {
    if (span.start > position && telling.test(text.slice(position, span.start))) return false;
    position = span.end;
  }
  return position >= end || !telling.test(text.slice(position, end));
}

function union(spans: readonly Span[]): readonly Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
