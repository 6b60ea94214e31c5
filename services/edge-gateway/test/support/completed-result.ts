import type { FailureReason, InferenceResult } from "@veil/contracts/inference";
import { type NativeResult, nativeResult } from "../../src/modules/calls/native/results/answers.ts";

export function completedResult(text: string): Extract<InferenceResult, { outcome: "completed" }> {
  return {
    outcome: "completed",
    choices: [{ blocks: [{ type: "text", text }], stop_reason: "end_turn" }],
    model_used: "m",
    input_tokens: 1,
    output_tokens: 1,
    latency_ms: 5,
    attempts: 1,
    provider: "anthropic",
  };
}

export function completedNativeResult(text: string): NativeResult {
  return nativeResult(completedResult(text));
}

export function failedResult(
  reason: FailureReason,
): Extract<InferenceResult, { outcome: "failed" }> {
  return { outcome: "failed", reason, latency_ms: 1, attempts: 1 };
}
