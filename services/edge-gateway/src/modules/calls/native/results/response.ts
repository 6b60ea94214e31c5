import type { FailureReason } from "@veil/contracts/inference";
import { rawJson } from "@veil/contracts/parsing";
import type { GroundTruthEvaluation, ProxyResponse } from "@veil/contracts/public/proxy";
import type { Relinked } from "@veil/relink";
import { veilHint } from "../../../certificates/index.ts";
import { complianceTrace } from "../../trace/trace.ts";
import type { JobRecord } from "../ports.ts";
import type { Answer } from "./answers.ts";

/** Fixed phrases, never the provider's text. */
const FAILURE_PHRASE: Readonly<Record<FailureReason, string>> = {
  provider_refused: "The model provider refused the request",
  provider_unavailable: "The model provider could not be reached or did not answer",
  provider_answer_unreadable: "The model provider's answer could not be read",
  credential_unusable: "No usable provider key is available for this request",
  dialect_unsupported: "The model provider does not have the format of this request",
  deadline_passed: "The request's deadline passed before an answer was available",
  attempts_exhausted: "The request was interrupted too many times and will not be retried",
  job_unreadable: "The request could not be read by the inference service",
};

const NOT_RELINKED =
  "Placeholders were left. Their values can be restored only for the API key that sent the request, while that key " +
  "is valid, and no longer once they have been deleted: after 24 hours, or after a direct answer.";

interface ResponseInput {
  readonly job: JobRecord;
  readonly answer: Answer;
  /** Whether the caller's key opened the map, so that its values are available. */
  readonly isMapOpen: boolean;
  /** Absent if it was not requested, the map cannot be opened, or the answer could not be read. */
  readonly relinked: Relinked | undefined;
  /** Absent outside of the proving ground, and if the map cannot be opened. */
  readonly evaluation: GroundTruthEvaluation | undefined;
  /** The caller may read the certificate of the call. */
  readonly isCertified: boolean;
}

/** Builds the response for `writeJson`; a result that is JSON stays as the model wrote it. */
export function proxyResponse(input: ResponseInput): ProxyResponse {
  const { job, answer, isMapOpen, relinked, evaluation, isCertified } = input;
  const { result, form, dlpRedacted } = answer;
  const compliance_trace = answer.trace ?? traceWithoutRecord(job, answer);
  const { latency_ms } = result;
  const common = {
    ...(isCertified && { request_id: job.requestId, veil: veilHint(job.requestId) }),
    compliance_trace,
    ...(evaluation && { ground_truth_evaluation: evaluation }),
  };
  if (result.outcome === "failed") {
    const error_message = FAILURE_PHRASE[result.reason];
    return { status: "JOB_STATUS_FAILED", latency_ms, error_message, ...common };
  }
  const text = relinked?.blocks.join("") ?? result.text;
  return {
    status: "JOB_STATUS_COMPLETED",
    result: form === "json" ? rawJson(text) : text,
    model_used: result.model_used,
    latency_ms,
    dlp_redacted: dlpRedacted,
    relinked: relinked !== undefined && relinked.restored > 0,
    ...(job.facts.relink && !isMapOpen && { hint: NOT_RELINKED }),
    ...common,
  };
}

/** Builds the trace of an earlier version's answer from the row: each reading gets the same. */
function traceWithoutRecord({ jobId, facts, finishedAt }: JobRecord, answer: Answer) {
  const { result, dlpRedacted } = answer;
  const endedAt = finishedAt ?? new Date(facts.received_at);
  const unknown = { certificateId: undefined, isolation: undefined };
  return complianceTrace({ jobId, facts, result, dlpRedacted, endedAt, ...unknown });
}
