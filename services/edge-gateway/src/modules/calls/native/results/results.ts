import { createHash } from "node:crypto";
import type { InferenceEnd } from "@veil/contracts/inference";
import { type NativeResult, nativeResult } from "../../content/native-result.ts";
import { type CallEnd, type Ending, type EndingDeps, endCall } from "../../ending/end-call.ts";
import type { TextScans } from "../../scanning/text-scans.ts";
import { lateEvent } from "../../trace/events.ts";
import type { JobMessages } from "../delivery/job-messages.ts";
import type { AdmittedRecord, FailedResult, FinishedJob, Jobs, WakeUps } from "../ports.ts";
import type { Answer, Answers } from "./answers.ts";

export interface ResultDeps extends EndingDeps {
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly answers: Answers;
  readonly scans: TextScans;
  readonly wakeUps: WakeUps;
  /** Tells the operator about a message that is not a result of the worker for this gateway. */
  readonly onRejected: (error: unknown) => void;
  /** Called when a call was made whose result is not used. */
  readonly onLate: (jobId: string, result: InferenceEnd) => void;
  readonly onEvents: () => void;
}

/**
 * Takes one result from the transport: opens it, redacts what the model wrote, stores it sealed,
 * wakes the waiting replicas. A message that cannot be opened is dropped, as redelivery does not
 * help.
 */
export async function handleResult(deps: ResultDeps, message: string): Promise<void> {
  const opened = openResult(deps, message);
  if (opened === undefined) return;
  const { jobId, result, received } = opened;
  if (isInterim(result)) return await deps.jobs.keepFailure(jobId, result);
  const digest = createHash("sha256").update(message).digest();
  if (await finishJob(deps, jobId, { result, received, digest })) return;
  await recordLate(deps, opened, digest);
}

interface FinalResult extends Pick<Ending, "received"> {
  readonly result: NativeResult;
  /** The hash of the result's message. */
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
  final: FinalResult,
): Promise<boolean> {
  const admitted = await deps.jobs.admitted(jobId);
  // Deleted in the meantime: waiting requests find nothing.
  const finished = admitted && (await endJob(deps, jobId, admitted, final));
  deps.wakeUps.wake(jobId, finished);
  return finished !== undefined;
}

/** Returns undefined when another result was the first. */
async function endJob(
  deps: ResultDeps,
  jobId: string,
  admitted: AdmittedRecord,
  { result, received, digest, isUnreported }: FinalResult,
): Promise<FinishedJob | undefined> {
  const { requestId, facts, certificateDraft: draft } = admitted;
  const { claim: worker } = result;
  const choices = result.outcome === "completed" ? [{ text: result.text, calls: [] }] : [];
  const ending = { kind: "whole", result, choices, worker, received } as const;
  const call = { kind: "PROXY", jobId, requestId, facts, draft } as const;
  const end = await endCall(deps, call, ending);
  const { outcome: state, certificate, events, endedAt: finishedAt } = end;
  const opened = answerOf(result, end);
  const answer = deps.answers.seal(jobId, opened);
  const givesBack = end.isUnprocessed ? "always" : isUnreported && "if_unsent";
  const stored = { jobId, state, answer, events, digest, certificate, givesBack } as const;
  if (!(await deps.jobs.finish(stored))) return undefined;
  deps.onEvents();
  if (certificate !== undefined) deps.certificates?.onPending(certificate);
  return { job: { ...admitted, jobId, state, answer, finishedAt }, answer: opened };
}

function answerOf(given: NativeResult, { choices, dlpRedacted, trace }: CallEnd): Answer {
  const { claim: _, unprocessed: __, ...result } = { unprocessed: undefined, ...given };
  const [choice] = choices;
  if (result.outcome === "failed" || choice === undefined)
    return { result, form: "text", dlpRedacted, trace };
  const { form } = choice.answer;
  return { result: { ...result, text: choice.text }, form, dlpRedacted, trace };
}

/** This worker has no answer, but until the deadline another may have one that was paid for. */
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
    const received = "choices" in result ? result.choices : undefined;
    return { jobId, result: nativeResult(result), received };
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}
