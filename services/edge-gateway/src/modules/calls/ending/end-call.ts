import type { OpenedClaim } from "@veil/contracts/claims";
import type { Clock } from "@veil/contracts/clock";
import type { Choice, InferenceEnd } from "@veil/contracts/inference";
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
  type OutboundChoice,
  type OutboundScan,
  type OutboundScans,
  scanOutbound,
  total,
} from "../scanning/scan-outbound.ts";
import { type CallKind, inferenceEvent, outboundEvents } from "../trace/events.ts";
import type { JobFacts } from "../trace/job-facts.ts";
import { complianceTrace, type EndedJob } from "../trace/trace.ts";

export interface EndingDeps {
  readonly scans: OutboundScans;
  readonly isolation: Pick<IsolationMonitor, "current">;
  readonly certificates?: CallCertificates | undefined;
  readonly nowMs: Clock;
}

export interface EndingCall {
  readonly kind: CallKind;
  /** Absent if there is no job: the trace then has the request's id instead. */
  readonly jobId?: string;
  readonly requestId: string;
  readonly facts: JobFacts;
  /** Sealed if it was stored. Undefined if the call gets no certificate. */
  readonly draft?: CertificateDraft | Uint8Array | undefined;
  /** Tools in whose arguments values are restored. */
  readonly relinkTools?: ReadonlySet<string>;
}

/**
 * How a call ends. `whole`: the caller has not read the answer, so personal data in it is redacted.
 * `streamed`: the caller has read it while it was received, so personal data in it is only
 * reported. `ended_early`: without a result it is unknown whether the provider was called.
 */
export type Ending = ReceivedAnswer &
  (
    | { readonly kind: "whole" | "streamed"; readonly result: InferenceEnd }
    | ({ readonly kind: "ended_early" } & EarlyEnd)
  );

export interface EarlyEnd {
  readonly status: "failed" | "aborted";
  readonly errorType: string;
  /** Nothing of the call was sent to the provider. */
  readonly isUnsent?: boolean;
}

interface ReceivedAnswer {
  /** Choices before the outbound scan; empty if the caller gets none of the answer. */
  readonly choices: readonly OutboundChoice[];
  readonly worker: OpenedClaim | undefined;
  /** What the worker's claim says it has written. */
  readonly received?: readonly Pick<Choice, "blocks">[] | undefined;
  /** What the caller of a stream got before the answer. */
  readonly start?: { readonly trace: ComplianceTrace; readonly attempts: number } | undefined;
}

export interface CallEnd extends OutboundScan {
  readonly outcome: InferenceEnd["outcome"];
  /** The provider certainly did not process the call, so it is given back. */
  readonly isUnprocessed: boolean;
  readonly dlpRedacted: boolean;
  readonly trace: ComplianceTrace;
  readonly events: readonly JobEvent[];
  readonly certificate: EndedCertificate | undefined;
  readonly endedAt: Date;
}

/**
 * Ends a call: runs the outbound scan and makes the trace, the events and the certificate, which
 * the caller stores.
 * @throws ApiError when an answer cannot be scanned in time
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
  const result = resultOf(ending);
  const { linked } = scanned;
  const trace =
    start?.trace ?? callTrace(deps, call, { result, dlpRedacted, linked, endedAt, isolation });
  const events = endEvents(call, ending, { ...scanned, endedAt });
  const certificate = certificateOf(deps, call, () => ({
    ...certifiedAnswer(ending, isWhole ? scanned : ending),
    ...{ trace, dlpRedacted, attempts: (start ?? result).attempts, isolation },
  }));
  const { outcome } = result;
  const isUnprocessed = outcome === "failed" && result.unprocessed === true;
  const ended = { outcome, isUnprocessed, dlpRedacted, trace, events, certificate, endedAt };
  return { ...scanned, ...ended };
}

export function callTrace(
  { certificates }: Pick<EndingDeps, "certificates">,
  { jobId, requestId, facts, draft }: EndingCall,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked" | "endedAt" | "isolation">,
): ComplianceTrace {
  const certificateId = certificates && draft && requestId;
  return complianceTrace({ jobId: jobId ?? requestId, certificateId, facts, ...end });
}

function resultOf(ending: Ending): InferenceEnd {
  if (ending.kind !== "ended_early") return ending.result;
  return {
    ...{ outcome: "failed", reason: "deadline_passed", latency_ms: 0, attempts: 0 },
    ...(ending.isUnsent && { unprocessed: true }),
  };
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

/** A call ends even when its certificate cannot be made; the operator then gets the error. */
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

/** What the gateway got from the worker and gives to the caller. */
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

/** The caller of a stream gets nothing of an answer that never started. */
function isAnswered({ kind, start }: Ending): boolean {
  return kind === "whole" || start !== undefined;
}

/** The item `response`: for each choice its text, then its tool calls with their arguments. */
function responseValue(choices: readonly OutboundChoice[]): string {
  return JSON.stringify(
    choices.map(({ text, calls }) => [text, ...calls.map((call) => [call.name, call.arguments])]),
  );
}
