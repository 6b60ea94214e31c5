import { failedStep, stepResults } from "@veil/certificate-page";
import type { ApiError } from "@veil/contracts/errors";
import type {
  McpCertificateResult,
  McpInferenceResult,
  McpVerification,
} from "@veil/contracts/public/sdk/mcp";
import type { CertificateOutcome } from "@veil/veil/verifier";
import type { DirectAnswer, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "../../sdk/index.ts";

export interface ToolResult {
  /** The result for the model. */
  readonly text: string;
  /** The result for programs. */
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

export function verificationResult(
  outcome: CertificateOutcome,
  manifestVersion: number,
): ToolResult {
  const given = { manifest_version: manifestVersion, notice: NOTICE };
  if (!outcome.valid) {
    const { code } = outcome.error;
    const steps = stepResults(outcome);
    const { number, title } = failedStep(steps);
    const structured: McpVerification = { valid: false, code, steps, ...given };
    return {
      text: `NOT VALID (${code}). Step ${number} does not hold: ${title}. ${NOTICE}`,
      structured,
    };
  }
  const { certificate, passed } = outcome.verified;
  const { request_id, issued_at } = certificate.signable;
  const steps = stepResults({ passed });
  const structured: McpVerification = { valid: true, request_id, steps, ...given };
  return { text: `VALID: request ${request_id}, issued ${issued_at}. ${NOTICE}`, structured };
}

/**
 * Returns a text that tells the model and its user what to do about a refusal: code, message, hint
 * and waiting time.
 */
export function refusalText(error: ApiError, requestId: string): string {
  const { message, hint, retry_after_seconds: wait, error: code } = error.toBody();
  const parts = [`${code}: ${message}.`, hint && `${hint}.`];
  const mayPass = error.options.shouldRetry !== false;
  if (wait !== undefined && mayPass) parts.push(`Try again in ${wait} s.`);
  return [...parts, `Request: ${requestId}`].filter((part) => part !== undefined).join(" ");
}
