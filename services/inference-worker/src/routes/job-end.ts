import type { FailureReason } from "@veil/contracts/inference";
import type { Failed } from "../domain/attempt.ts";

/** The end of a delivery or a direct call. A closed set, as it is the label of a metric. */
export type JobEnd =
  | "completed"
  | "retry"
  | "repeated"
  | "untrusted"
  | "caller_gone"
  | FailureReason;

/** The end of a direct question about a provider: its tokens, its models. */
export type QueryEnd = "completed" | "caller_gone" | FailureReason;

export type Ended = { readonly outcome: "completed" } | Failed;

export function endOf(result: Ended): "completed" | FailureReason {
  return result.outcome === "completed" ? "completed" : result.reason;
}
