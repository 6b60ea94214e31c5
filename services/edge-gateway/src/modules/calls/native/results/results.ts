import { createHash } from "node:crypto";
import type { Clock } from "@veil/contracts/clock";
import type { InferenceEnd } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import type { JobEvent } from "../../../audit/index.ts";
import type { CallCertificates } from "../../../certificates/index.ts";
import type { IsolationMonitor, IsolationReport } from "../../../isolation/index.ts";
import { type NativeResult, nativeResult } from "../../content/native-result.ts";
import { endedJobCertificate, outputOf, type WorkerClaims } from "../../ending/certified-call.ts";
import { linkedIn, type OutboundScan, scanOutbound, total } from "../../scanning/scan-outbound.ts";
import type { TextScans } from "../../scanning/text-scans.ts";
import { inferenceEvent, lateEvent, outboundEvents } from "../../trace/events.ts";
import type { JobFacts } from "../../trace/job-facts.ts";
import { complianceTrace } from "../../trace/trace.ts";
import type { JobMessages } from "../delivery/job-messages.ts";
import type { AdmittedParts, FailedResult, Jobs, WakeUps } from "../ports.ts";
import type { Answer, Answers } from "./answers.ts";

export interface ResultDeps {
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly answers: Answers;
  readonly scans: TextScans;
  readonly wakeUps: WakeUps;
  readonly isolation: Pick<IsolationMonitor, "current">;
  /** A message that is not a result of the worker for this gateway: for the operator. */
  readonly onRejected: (error: unknown) => void;
  /** A call was made whose result is not used. */
  readonly onLate: (jobId: string, result: InferenceEnd) => void;
  readonly certificates?: CallCertificates | undefined;
  readonly nowMs: Clock;
  readonly onEvents: () => void;
}

/**
 * Takes one result from the transport: opens it, redacts what the model wrote, stores it sealed, wakes the waiting
 * replicas. A message that cannot be opened is dropped, as redelivery does not help.
 */
export async function handleResult(deps: ResultDeps, message: string): Promise<void> {
  const opened = openResult(deps, message);
  if (opened === undefined) return;
  const { jobId, result, output } = opened;
  if (isInterim(result)) return await deps.jobs.keepFailure(jobId, result);
  const digest = createHash("sha256").update(message).digest();
  if (await finishJob(deps, jobId, { result, output, digest })) return;
  await recordLate(deps, opened, digest);
}

interface FinalResult {
  readonly result: NativeResult;
  /** What the model wrote, for the certificate. */
  readonly output?: string | undefined;
  /** Of the result's message. */
  readonly digest?: Uint8Array;
  /** No worker has reported anything: when the message was not sent, the call is given back. */
  readonly isUnreported?: true;
}

/**
 * Gives a job its final state, which never changes.
 * @returns whether it was the first
 */
export async function finishJob(
  deps: ResultDeps,
  jobId: string,
  { result: given, output, digest, isUnreported }: FinalResult,
): Promise<boolean> {
  const { claim: worker, unprocessed, ...result } = { unprocessed: undefined, ...given };
  const admitted = await deps.jobs.admitted(jobId);
  // Deleted in the meantime; waiting requests find nothing.
  if (admitted === undefined) {
    deps.wakeUps.wake(jobId);
    return false;
  }
  const scanned = await scannedAnswer(deps, admitted.facts, result);
  const endedAt = new Date(deps.nowMs());
  const isolation = deps.isolation.current();
  const { facts, requestId, certificateDraft } = admitted;
  const certificateId = deps.certificates && certificateDraft && requestId;
  const ended = { jobId, certificateId, facts, result, scanned, endedAt, isolation };
  const opened = await answerOf(deps, ended);
  const events = endEvents(jobId, result, scanned, endedAt);
  const { outcome: state } = result;
  const answer = deps.answers.seal(jobId, opened);
  const certificate = certificateOf(deps, admitted, { worker, output, opened, isolation });
  const givesBack = unprocessed ? "always" : isUnreported && "if_unsent";
  const ending = { jobId, state, answer, events, digest, certificate, givesBack } as const;
  const first = await deps.jobs.finish(ending);
  if (!first) {
    deps.wakeUps.wake(jobId);
    return false;
  }
  deps.onEvents();
  if (certificate !== undefined) deps.certificates?.onPending(certificate);
  const job = { ...admitted, jobId, state, answer, finishedAt: endedAt };
  deps.wakeUps.wake(jobId, { job, answer: opened });
  return true;
}

interface Answered extends WorkerClaims {
  readonly opened: Answer & { readonly trace: ComplianceTrace };
  readonly isolation: IsolationReport;
}

function certificateOf(
  { certificates }: ResultDeps,
  { requestId, certificateDraft: draft }: AdmittedParts,
  { opened, ...ended }: Answered,
) {
  const { result, dlpRedacted, trace } = opened;
  const { outcome: status, attempts } = result;
  const text = result.outcome === "completed" ? result.text : undefined;
  const call = { requestId, draft, status, attempts, text, trace, dlpRedacted, ...ended };
  return endedJobCertificate(certificates, call);
}

async function scannedAnswer(
  { scans }: ResultDeps,
  { types_off: keep = [] }: JobFacts,
  result: NativeResult,
): Promise<OutboundScan | undefined> {
  if (result.outcome === "failed") return undefined;
  return await scanOutbound(scans, { blocks: [result.text], keep });
}

/** This worker has no answer, but until the deadline another one may still have an answer that was paid for. */
function isInterim(result: NativeResult): result is FailedResult {
  if (result.outcome === "completed") return false;
  return result.reason === "attempts_exhausted" || result.reason === "deadline_passed";
}

async function recordLate(
  deps: ResultDeps,
  { jobId, result }: { readonly jobId: string; readonly result: NativeResult },
  digest: Uint8Array,
): Promise<void> {
  const event = lateEvent(jobId, result, new Date(deps.nowMs()));
  if (!(await deps.jobs.recordLate(jobId, digest, event))) return;
  deps.onLate(jobId, result);
  deps.onEvents();
}

function openResult({ messages, onRejected }: ResultDeps, message: string) {
  try {
    const { jobId, result } = messages.open(message);
    return { jobId, result: nativeResult(result), output: outputOf(result) };
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}

interface Ended {
  readonly jobId: string;
  readonly certificateId: string | undefined;
  readonly facts: JobFacts;
  readonly result: NativeResult;
  readonly scanned: OutboundScan | undefined;
  readonly endedAt: Date;
  readonly isolation: IsolationReport;
}

async function answerOf(
  { scans }: ResultDeps,
  { scanned, ...ended }: Ended,
): Promise<Answered["opened"]> {
  const { facts, result } = ended;
  const linked = scanned && facts.relink ? await linkedIn(scans, scanned.answer) : undefined;
  const dlpRedacted = scanned !== undefined && total(scanned.counts) > 0;
  const trace = complianceTrace({ ...ended, dlpRedacted, linked });
  if (result.outcome === "failed" || scanned === undefined)
    return { result, form: "text", dlpRedacted, trace };
  const { form, blocks } = scanned.answer;
  return { result: { ...result, text: blocks.join("") }, form, dlpRedacted, trace };
}

function endEvents(
  jobId: string,
  result: NativeResult,
  scanned: OutboundScan | undefined,
  now: Date,
): readonly JobEvent[] {
  const of = { kind: "PROXY", jobId } as const;
  const ended = inferenceEvent(of, result, now);
  return scanned === undefined ? [ended] : [ended, ...outboundEvents(of, scanned.counts, now)];
}
