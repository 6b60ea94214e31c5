import type { MeasuredTruth, TruthParts } from "../../ports/text-scans.ts";
import { evaluateGroundTruth } from "../pipeline/evaluate-ground-truth.ts";
import { redactionsIn } from "./verified-answer.ts";

const encoder = new TextEncoder();

export function measuredTruth({ truth, ...parts }: TruthParts): MeasuredTruth {
  const evaluation = evaluateGroundTruth(truth, redactionsIn(parts));
  const { true_positives, false_negatives, false_positives } = evaluation;
  return {
    counts: { true_positives, false_negatives, false_positives },
    evaluation: encoder.encode(JSON.stringify(evaluation)),
  };
}
