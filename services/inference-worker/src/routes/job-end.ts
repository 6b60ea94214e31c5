import type { FailureReason, InferenceEnd, InferenceResult } from "@veil/contracts/inference";

/** The end of a delivery or a direct call. A closed set, as it is the label of a metric. */
export type JobEnd =
  | "completed"
  | "retry"
  | "repeated"
  | "untrusted"
  | "caller_gone"
  | FailureReason;

export function endOf(result: InferenceResult | InferenceEnd | undefined): JobEnd {
  if (result === undefined) return "retry";
  return result.outcome === "completed" ? "completed" : result.reason;
}
