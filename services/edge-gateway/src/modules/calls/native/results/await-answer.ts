import { ApiError } from "@veil/contracts/errors";
import type { FailureReason } from "@veil/contracts/inference";
import { rawJson } from "@veil/contracts/parsing";
import type { GroundTruthEvaluation, ProxyResponse } from "@veil/contracts/public/proxy";
import type { Relinked } from "@veil/relink";
import { runStep, type Steps } from "@veil/service-kit/telemetry";
import type { KeyCaller } from "../../../accounts/index.ts";
import { veilHint } from "../../../certificates/index.ts";
import { openRelinkMap, readRelinkMap, relink } from "../../scanning/relink-map.ts";
import { ANSWER_STEP, noteAnswer } from "../../trace/note-answer.ts";
import { complianceTrace } from "../../trace/trace.ts";
import type { AdmittedJob, JobRecord, NativeDeps, OpenJob } from "../ports.ts";
import type { Answer } from "./answers.ts";
import { waitFor, waitForJob } from "./wait-for-job.ts";

export type NativeOutcome =
  | { readonly kind: "final"; readonly jobId: string; readonly response: ProxyResponse }
  | { readonly kind: "processing"; readonly jobId: string };

/**
 * Waits for the answer of a job that was or may have been admitted. From here on, an unavailable
 * database results in a 202, not a 503.
 */
export async function awaitAnswer(
  deps: NativeDeps,
  caller: KeyCaller,
  sent: AdmittedJob | OpenJob,
  steps?: Steps,
): Promise<NativeOutcome> {
  const { waitTimeoutMs: timeoutMs, stopping: signal } = deps;
  if (!("settled" in sent)) return await awaitJob(deps, caller, sent, { timeoutMs, steps });
  const { result, leftMs } = await waitFor(sent.settled(), { timeoutMs, signal });
  if (result === undefined) return { kind: "processing", jobId: sent.jobId };
  return await awaitJob(deps, caller, result, { timeoutMs: leftMs, steps });
}

async function awaitJob(
  deps: NativeDeps,
  caller: KeyCaller,
  { jobId, begin }: AdmittedJob,
  { timeoutMs, steps }: { readonly timeoutMs: number; readonly steps: Steps | undefined },
): Promise<NativeOutcome> {
  const wait = { timeoutMs, begin, signal: deps.stopping };
  const waited = await runStep(steps, [ANSWER_STEP, "call"], () =>
    waitForJob(deps, jobId, wait),
  ).catch((error: unknown) => {
    deps.onUnread(error);
    return "unread" as const;
  });
  if (waited === "unread") return { kind: "processing", jobId };
  // The job of a repeated request may have been answered before this request.
  const ownSteps = begin === undefined ? undefined : steps;
  return await outcomeOf(deps, caller, waited.job, { opened: waited.answer, steps: ownSteps });
}

interface ReadOptions {
  /** The answer, if it is open already. */
  readonly opened?: Answer | undefined;
  /** Whether to restore values, if the call requested it. Default: true. */
  readonly relink?: boolean;
  /** Keeps the steps of the request that waited for the answer. */
  readonly steps?: Steps | undefined;
}

export async function outcomeOf(
  deps: NativeDeps,
  caller: KeyCaller,
  job: JobRecord | undefined,
  { opened, relink = true, steps }: ReadOptions = {},
): Promise<NativeOutcome> {
  if (job === undefined || job.customerId !== caller.customerId) throw jobNotFound();
  const { jobId, state, answer: box } = job;
  if (state === "admitted") return { kind: "processing", jobId };
  if (box === undefined)
    throw new ApiError("job_not_found", "The answer to this job is no longer stored");
  const answer = opened ?? deps.answers.open(jobId, box);
  noteAnswer(steps, job.facts, answer.result);
  const read = relink ? job : { ...job, facts: { ...job.facts, relink } };
  const response = await runStep(steps, ["relink", "own"], () =>
    finalResponse(deps, caller, read, answer),
  );
  return { kind: "final", jobId, response };
}

async function finalResponse(
  deps: NativeDeps,
  caller: KeyCaller,
  job: JobRecord,
  answer: Answer,
): Promise<ProxyResponse> {
  const { facts, relinkMap } = job;
  const isMapNeeded = facts.relink || facts.activity_id !== undefined;
  const map = isMapNeeded && relinkMap ? await openedMap(deps, caller, job, relinkMap) : undefined;
  return proxyResponse({
    job,
    answer,
    isMapOpen: map !== undefined,
    relinked: facts.relink && map ? await relinkedText(deps, answer, map) : undefined,
    isCertified: deps.certificates !== undefined && caller.tier !== "free",
    evaluation: facts.activity_id !== undefined && map ? readRelinkMap(map).evaluation : undefined,
  });
}

/**
 * Opens the job's re-link map. Returns undefined if the API key is not the job's, or was revoked
 * during the wait.
 */
async function openedMap(
  { isValidKey, onKeyNotChecked }: NativeDeps,
  { apiKey }: KeyCaller,
  { jobId }: JobRecord,
  relinkMap: Uint8Array,
): Promise<Uint8Array | undefined> {
  const map = openRelinkMap(apiKey, jobId, relinkMap);
  if (map === undefined) return undefined;
  // If the database is unavailable, the check at the start of the call is sufficient, because the
  // values are the caller's own.
  const isValid = await isValidKey(apiKey).catch((error: unknown) => {
    onKeyNotChecked(error);
    return true;
  });
  return isValid ? map : undefined;
}

async function relinkedText(deps: NativeDeps, { result, form }: Answer, map: Uint8Array) {
  if (result.outcome === "failed") return undefined;
  return await relink(deps, { form, blocks: [result.text] }, map);
}

/** The error message for each reason. These are fixed phrases, never the provider's text. */
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
  /** Whether the caller's API key opened the re-link map. */
  readonly isMapOpen: boolean;
  /**
   * Undefined if re-link was not requested, the map cannot be opened, or the answer could not be
   * scanned.
   */
  readonly relinked: Relinked | undefined;
  /** Undefined outside of proving-ground mode, and if the map cannot be opened. */
  readonly evaluation: GroundTruthEvaluation | undefined;
  /** Whether the caller may read the certificate of the call. */
  readonly isCertified: boolean;
}

/** Builds the response for `writeJson`. A result that is JSON keeps the model's notation. */
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

/**
 * Builds the trace for an answer that an earlier version stored without one. Every read of the job
 * returns the same trace.
 */
function traceWithoutRecord({ jobId, facts, finishedAt }: JobRecord, answer: Answer) {
  const { result, dlpRedacted } = answer;
  const endedAt = finishedAt ?? new Date(facts.received_at);
  const unknown = { certificateId: undefined, isolation: undefined };
  return complianceTrace({ jobId, facts, result, dlpRedacted, endedAt, ...unknown });
}

/** Returns the error for an unknown job, which is also used for another customer's job. */
export function jobNotFound(): ApiError {
  return new ApiError(
    "job_not_found",
    "There is no such job. Jobs are kept for 30 days unless you delete them",
    {
      hint: "If the id came from a 202 response and you did not delete the job, the request was not admitted and not counted: send it again, with the same Idempotency-Key if you used one",
    },
  );
}
