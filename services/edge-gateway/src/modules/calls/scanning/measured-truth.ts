import type { GroundTruthEvaluation } from "@veil/contracts/public/proxy";
import { evaluateGroundTruth } from "../proving-ground/evaluate-ground-truth.ts";
import type { MeasuredTruth, TruthInput } from "./text-scans.ts";
import { redactionsIn } from "./verified-answer.ts";

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
