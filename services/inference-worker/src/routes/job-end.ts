import type { FailureReason } from "@veil/contracts/inference";
import type { Failed } from "../domain/attempt.ts";

/** The end of a delivery or a direct call. The set is closed because it labels a metric. */
export type JobEnd =
  | "completed"
  | "retry"
  | "repeated"
  | "untrusted"
  | "caller_gone"
  | FailureReason;

/** The end of a query about a provider's tokens or models. */
export type QueryEnd = "completed" | "caller_gone" | FailureReason;

export type Ended = { readonly outcome: "completed" } | Failed;

export function endOf(result: Ended): "completed" | FailureReason {
  return result.outcome === "completed" ? "completed" : result.reason;
}
