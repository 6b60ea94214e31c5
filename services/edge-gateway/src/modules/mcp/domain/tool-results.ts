import type { ApiError } from "@veil/contracts/errors";
import type { McpInferenceResult } from "@veil/contracts/public/mcp";
import type { DirectAnswer, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "../../sdk/index.ts";

export interface ToolResult {
  /** For the model. */
  readonly text: string;
  /** For programs. */
  readonly structured: Record<string, unknown>;
}

export function inferenceResult(open: OpenCall, answer: DirectAnswer): ToolResult {
  const { result } = answer;
  const [choice] = answer.choices;
  const text = choice?.text ?? "";
  const structured: McpInferenceResult = {
    text,
    model: result.model_used,
    stop_reason: choice?.stopReason ?? null,
    usage: { input_tokens: result.input_tokens, output_tokens: result.output_tokens },
    svc_compliance: { ...complianceOf(open, answer) },
  };
  return { text, structured };
}

/** What a model, and the person behind it, can do about a refusal: code, message, hint, wait. */
export function refusalText(error: ApiError, requestId: string): string {
  const { message, hint, retry_after_seconds: wait, error: code } = error.toBody();
  const parts = [`${code}: ${message}.`, hint && `${hint}.`];
  if (wait !== undefined) parts.push(`Try again in ${wait} s.`);
  return [...parts, `Request: ${requestId}`].filter((part) => part !== undefined).join(" ");
}
