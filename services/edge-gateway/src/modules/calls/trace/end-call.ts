import type { OpenedClaim } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import type { Choice, InferenceEnd, UsageDetails } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { modelOutputValue } from "@veil/veil/job-items";
import { type JobEvent, jobEvent } from "../../audit/index.ts";
import {
  type CallCertificates,
  type CertificateDraft,
  type EndedCertificate,
  endCertificate,
} from "../../certificates/index.ts";
import type { IsolationMonitor } from "../../isolation/index.ts";
import {
  type Counts,
  type OutboundChoice,
  type OutboundScan,
  type OutboundScans,
  scanOutbound,
  total,
} from "../scanning/scan-outbound.ts";
import { type CallKind, countsText, ENDED_EARLY, type JobFacts } from "./job-facts.ts";
import { complianceTrace, type EndedJob } from "./trace.ts";

export interface EndingDeps {
  readonly scans: OutboundScans;
  readonly isolation: Pick<IsolationMonitor, "current">;
  readonly certificates?: CallCertificates | undefined;
  readonly nowMs: Clock;
}

export interface EndingCall {
  readonly kind: CallKind;
  /** Absent if the call has no job. The trace then contains the request id instead. */
  readonly jobId?: string;
  readonly requestId: string;
  readonly facts: JobFacts;
  /** Sealed bytes if the draft was stored. Undefined if the call gets no certificate. */
  readonly draft?: CertificateDraft | Uint8Array | undefined;
  /** Names of the tools in whose arguments the original values are restored. */
  readonly relinkTools?: ReadonlySet<string>;
}

/**
 * How a call ends. `whole`: the caller has not read the answer yet, so personal data in it is
 * redacted. `streamed`: the caller has already read the answer, so personal data in it is only
 * reported. `ended_early`: there is no result, so it is unknown whether the provider was called.
 */
export type Ending = ReceivedAnswer &
  (
    | { readonly kind: "whole" | "streamed"; readonly result: InferenceEnd }
    | ({ readonly kind: "ended_early" } & EarlyEnd)
  );

export interface EarlyEnd {
  readonly status: "failed" | "aborted";
  readonly errorType: string;
  /** True if no part of the call was sent to the provider. */
  readonly isUnsent?: boolean;
}

interface ReceivedAnswer {
  /** The choices before the outbound scan. Empty if the caller gets no part of the answer. */
  readonly choices: readonly OutboundChoice[];
  readonly worker: OpenedClaim | undefined;
  /** What the worker wrote, according to its claim. */
  readonly received?: readonly Pick<Choice, "blocks">[] | undefined;
  /** What the caller of a stream received before the answer. Undefined if nothing was sent. */
  readonly start?: { readonly trace: ComplianceTrace; readonly attempts: number } | undefined;
}

export interface CallEnd extends OutboundScan {
  readonly outcome: InferenceEnd["outcome"];
  /**
   * True if the provider certainly did not process the call, so it does not count toward the quota.
   */
  readonly isUnprocessed: boolean;
  readonly dlpRedacted: boolean;
  readonly trace: ComplianceTrace;
  readonly events: readonly JobEvent[];
  readonly certificate: EndedCertificate | undefined;
  readonly endedAt: Date;
}

/**
 * Ends a call: runs the outbound scan and creates the trace, the events and the certificate. The
 * caller of this function stores them.
 * @throws ApiError when the answer cannot be scanned in time
 */
export async function endCall(
  deps: EndingDeps,
  call: EndingCall,
  ending: Ending,
): Promise<CallEnd> {
  const { start } = ending;
  const isWhole = ending.kind === "whole";
  const scanned = await scanEnding(deps, call, ending);
  const dlpRedacted = isWhole && total(scanned.counts) > 0;
  const endedAt = new Date(deps.nowMs());
  const isolation = deps.isolation.current();
  const result = ending.kind === "ended_early" ? ENDED_EARLY : ending.result;
  const { linked } = scanned;
  const trace =
    start?.trace ?? callTrace(deps, call, { result, dlpRedacted, linked, endedAt, isolation });
  const events = endEvents(call, ending, { ...scanned, endedAt });
  const certificate = certificateOf(deps, call, () => ({
    ...certifiedAnswer(ending, isWhole ? scanned : ending),
    ...{ trace, dlpRedacted, attempts: (start ?? result).attempts, isolation },
  }));
  return {
    ...scanned,
    outcome: result.outcome === "completed" ? "completed" : "failed",
    isUnprocessed: isUnprocessed(ending),
    dlpRedacted,
    trace,
    events,
    certificate,
    endedAt,
  };
}

export function callTrace(
  { certificates }: Pick<EndingDeps, "certificates">,
  { jobId, requestId, facts, draft }: EndingCall,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked" | "endedAt" | "isolation">,
): ComplianceTrace {
  const certificateId = certificates && draft && requestId;
  return complianceTrace({ jobId: jobId ?? requestId, certificateId, facts, ...end });
}

function isUnprocessed(ending: Ending): boolean {
  if (ending.kind === "ended_early") return ending.isUnsent === true;
  return ending.result.outcome === "failed" && ending.result.unprocessed === true;
}

async function scanEnding(
  { scans }: EndingDeps,
  { facts, relinkTools = new Set() }: EndingCall,
  { kind, choices }: Ending,
): Promise<OutboundScan> {
  const isRestored = kind === "whole" && facts.relink;
  return await scanOutbound(scans, kind === "ended_early" ? [] : choices, {
    keep: facts.types_off ?? [],
    relinkTools: isRestored ? relinkTools : undefined,
  });
}

function endEvents(
  call: EndingCall,
  ending: Ending,
  { counts, endedAt }: Pick<CallEnd, "counts" | "endedAt">,
): readonly JobEvent[] {
  if (ending.kind !== "ended_early")
    return [inferenceEvent(call, ending.result, endedAt), ...outboundEvents(call, counts, endedAt)];
  const payload = { error_type: ending.errorType };
  return [jobEvent(`${call.kind}_INFERENCE_FAILED`, payload, endedAt)];
}

type CertifiedEnd = Parameters<typeof endCertificate>[2];

/**
 * Returns undefined if the certificate cannot be made: the call still ends, and the error is
 * reported to the operator.
 */
function certificateOf(
  { certificates }: EndingDeps,
  { requestId, draft }: EndingCall,
  certifiedCall: () => CertifiedEnd,
): EndedCertificate | undefined {
  if (certificates === undefined || draft === undefined) return undefined;
  try {
    const opened = draft instanceof Uint8Array ? certificates.drafts.open(requestId, draft) : draft;
    return endCertificate(certificates, opened, certifiedCall());
  } catch (error) {
    certificates.onLost(requestId, error);
    return undefined;
  }
}

/** Returns what the gateway received from the worker and what it passes to the caller. */
function certifiedAnswer(
  ending: Ending,
  { choices }: { readonly choices: readonly OutboundChoice[] },
): Pick<CertifiedEnd, "status" | "worker" | "output" | "response"> {
  const { worker, received } = ending;
  const status = certifiedStatus(ending);
  const output = worker && received && modelOutputValue(received);
  const isGiven = status !== "failed" && isAnswered(ending) && choices.length > 0;
  return { status, worker, output, response: isGiven ? responseValue(choices) : undefined };
}

function certifiedStatus(ending: Ending): CertifiedEnd["status"] {
  if (ending.kind === "ended_early") return ending.status;
  const { outcome } = ending.result;
  return outcome === "completed" && !isAnswered(ending) ? "aborted" : outcome;
}

/** Returns whether the caller gets the answer. A streamed answer that never started is not sent. */
function isAnswered({ kind, start }: Ending): boolean {
  return kind === "whole" || start !== undefined;
}

/**
 * Returns the certificate item `response`: for each choice, its text, then its tool calls with their
 * arguments, and then its thoughts.
 */
function responseValue(choices: readonly OutboundChoice[]): string {
  return JSON.stringify(
    choices.map(({ text, calls, thoughts }) => [
      text,
      ...calls.map((call) => [call.name, call.arguments]),
      ...thoughts.map(({ type: _type, ...thought }) => thought),
    ]),
  );
}

interface Ended {
  readonly kind: CallKind;
  readonly jobId?: string;
}

function inferenceEvent({ kind, jobId }: Ended, result: InferenceEnd, now: Date): JobEvent {
  const latency_ms = String(result.latency_ms);
  const job = { ...(jobId !== undefined && { job_id: jobId }) };
  if (result.outcome === "failed") {
    const payload = { ...job, error_type: result.reason, latency_ms };
    return jobEvent(`${kind}_INFERENCE_FAILED`, payload, now);
  }
  const { model_used, stop_reason, input_tokens, output_tokens, usage_details = {} } = result;
  const payload = {
    ...job,
    model: printable(model_used, 128),
    stop_reason: printable(stop_reason, 64),
    input_tokens: String(input_tokens),
    output_tokens: String(output_tokens),
    ...cachedTokens(usage_details),
    latency_ms,
  };
  return jobEvent(`${kind}_INFERENCE_COMPLETED`, payload, now);
}

const OF_CACHES = ["cache_creation_input_tokens", "cache_read_input_tokens"] as const;

function cachedTokens(details: UsageDetails): Partial<Record<(typeof OF_CACHES)[number], string>> {
  const counted = OF_CACHES.filter(
    (name) => typeof details[name] === "number" && details[name] > 0,
  );
  return Object.fromEntries(counted.map((name) => [name, String(details[name])]));
}

/** Returns no event when nothing was found. */
function outboundEvents({ kind, jobId }: Ended, counts: Counts, now: Date): readonly JobEvent[] {
  const matches = total(counts);
  if (matches === 0) return [];
  const payload = {
    ...(jobId !== undefined && { job_id: jobId }),
    match_count: String(matches),
    detected_types: countsText(counts),
    severity: "high",
  };
  return [jobEvent(`${kind}_DLP_OUTBOUND_MATCH`, payload, now)];
}

export function lateEvent(jobId: string, result: InferenceEnd, now: Date): JobEvent {
  const { outcome, latency_ms, attempts } = result;
  const payload = {
    job_id: jobId,
    outcome,
    latency_ms: String(latency_ms),
    attempts: String(attempts),
    ...(outcome === "failed" && { error_type: result.reason }),
  };
  return jobEvent("PROXY_INFERENCE_LATE", payload, now);
}

/** Returns at most `most` printable ASCII characters of the provider's text, for a log. */
function printable(text: string, most: number): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, most);
}
