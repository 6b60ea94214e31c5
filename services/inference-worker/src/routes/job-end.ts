import type { FailureReason, InferenceEnd, InferenceResult } from "@veil/contracts/inference";

/** How a delivery or a direct call ended. A closed set: it is the label of a metric. */
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
