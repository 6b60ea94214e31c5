import type { InferenceEnd } from "@veil/contracts/inference";

/** Whether a provider got the prompt. */
export type Contact = "called" | "not known" | "not called";

/** As far as a job's result tells. */
export function contactOf(result: InferenceEnd): Contact {
  if (result.outcome === "completed") return "called";
  switch (result.reason) {
    case "provider_refused":
    case "provider_answer_unreadable":
      return "called";
    // Without an answer, one that could not be reached and one that was silent look the same.
    case "provider_unavailable":
    case "deadline_passed":
      return "not known";
    // Of earlier attempts it is known that they were made, and not how far they got.
    case "attempts_exhausted":
    case "credential_unusable":
    case "job_unreadable":
      return result.attempts === 0 ? "not called" : "not known";
  }
}

/** Whether Sandbox B got the job: who gives up waiting for a result does not know. */
export function isDelivered(result: InferenceEnd): boolean {
  return (
    result.outcome === "completed" ||
    result.reason !== "deadline_passed" ||
    result.provider !== undefined
  );
}
