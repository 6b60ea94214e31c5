import type { InferenceEnd } from "@veil/contracts/inference";
import type { StreamedStart } from "./streamed-start.ts";

export type ProviderContact = "reached" | "unknown" | "not_reached";

export function contactOf(result: InferenceEnd | StreamedStart): ProviderContact {
  if (result.outcome !== "failed") return "reached";
  switch (result.reason) {
    case "provider_refused":
    case "provider_answer_unreadable":
      return "reached";
    // Without an answer, an unreachable and a silent provider look the same.
    case "provider_unavailable":
    case "deadline_passed":
      return "unknown";
    case "attempts_exhausted":
    case "credential_unusable":
    case "dialect_unsupported":
    case "job_unreadable":
      return result.attempts === 0 ? "not_reached" : "unknown";
  }
}

/** Returns whether Sandbox B got the job; unknown after a time-out. */
export function isDelivered(result: InferenceEnd | StreamedStart): boolean {
  return (
    result.outcome !== "failed" ||
    result.reason !== "deadline_passed" ||
    result.provider !== undefined
  );
}
