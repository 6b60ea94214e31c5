import type { ApiError } from "@veil/contracts/errors";
import type {
  McpCertificateResult,
  McpInferenceResult,
  McpVerification,
} from "@veil/contracts/public/mcp";
import { type CertificateCheck, stepWithCode } from "@veil/veil/verifier";
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

export function certificateResult(structured: McpCertificateResult): ToolResult {
  return { text: JSON.stringify(structured), structured };
}

const NOTICE =
  "This is the word of the gateway's own operator, by the key manifest that the gateway publishes. Independent of it is " +
  "`veil verify`, run offline with a pinned key that its owner told you.";

export function verificationResult(check: CertificateCheck, manifestVersion: number): ToolResult {
  const given = { manifest_version: manifestVersion, notice: NOTICE };
  const steps = [...check.steps];
  if ("failed" in check) {
    const { number, title } = stepWithCode(check.failed);
    const structured: McpVerification = { valid: false, code: check.failed, steps, ...given };
    return {
      text: `NOT VALID (${check.failed}). Step ${number} does not hold: ${title}. ${NOTICE}`,
      structured,
    };
  }
  const { request_id, issued_at } = check.verified.certificate.signable;
  const structured: McpVerification = { valid: true, request_id, steps, ...given };
  return { text: `VALID: request ${request_id}, issued ${issued_at}. ${NOTICE}`, structured };
}

/** What a model, and the person behind it, can do about a refusal: code, message, hint, wait. */
export function refusalText(error: ApiError, requestId: string): string {
  const { message, hint, retry_after_seconds: wait, error: code } = error.toBody();
  const parts = [`${code}: ${message}.`, hint && `${hint}.`];
  if (wait !== undefined) parts.push(`Try again in ${wait} s.`);
  return [...parts, `Request: ${requestId}`].filter((part) => part !== undefined).join(" ");
}
