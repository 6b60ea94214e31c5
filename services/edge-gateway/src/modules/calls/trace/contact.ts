import type { InferenceEnd } from "@veil/contracts/inference";
import type { StreamedStart } from "./streamed-start.ts";

export type Contact = "called" | "not known" | "not called";

export function contactOf(result: InferenceEnd | StreamedStart): Contact {
  if (result.outcome !== "failed") return "called";
  switch (result.reason) {
    case "provider_refused":
    case "provider_answer_unreadable":
      return "called";
    // Without an answer, an unreachable and a silent provider look the same.
    case "provider_unavailable":
    case "deadline_passed":
      return "not known";
    case "attempts_exhausted":
    case "credential_unusable":
    case "dialect_unsupported":
    case "job_unreadable":
      return result.attempts === 0 ? "not called" : "not known";
  }
}

/** Whether Sandbox B got the job; unknown after a time-out. */
export function isDelivered(result: InferenceEnd | StreamedStart): boolean {
  return (
    result.outcome !== "failed" ||
    result.reason !== "deadline_passed" ||
    result.provider !== undefined
  );
}
