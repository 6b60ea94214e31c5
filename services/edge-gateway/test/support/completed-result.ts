import type { FailureReason, InferenceResult } from "@veil/contracts/inference";

/** Of a provider that answered at the first attempt. */
export function completedResult(text: string): Extract<InferenceResult, { outcome: "completed" }> {
  return {
    outcome: "completed",
    text,
    model_used: "m",
    stop_reason: "end_turn",
    input_tokens: 1,
    output_tokens: 1,
    latency_ms: 5,
    attempts: 1,
    provider: "anthropic",
  };
}

export function failedResult(
  reason: FailureReason,
): Extract<InferenceResult, { outcome: "failed" }> {
  return { outcome: "failed", reason, latency_ms: 1, attempts: 1 };
}
