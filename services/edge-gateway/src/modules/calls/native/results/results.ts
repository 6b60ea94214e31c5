import { createHash } from "node:crypto";
import type { InferenceEnd } from "@veil/contracts/inference";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../../platform/periodic-task.ts";
import { endEntries, type OnEvents } from "../../../audit/index.ts";
import type { CallTally } from "../../activities/call-tally.ts";
import type { TextScans } from "../../scanning/text-scans.ts";
import {
  type CallEnd,
  type Ending,
  type EndingDeps,
  endCall,
  lateEvent,
} from "../../trace/end-call.ts";
import { tallyEnd } from "../../trace/tally-end.ts";
import type { AdmittedRecord, FailedResult, FinishedJob, Jobs, WakeUps } from "../ports.ts";
import type { Answer, Answers, JobMessages, NativeResult } from "./answers.ts";

export interface ResultDeps extends EndingDeps {
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly answers: Answers;
  readonly scans: TextScans;
  readonly wakeUps: WakeUps;
  /** Called for a message that is not a result that the worker sealed for this gateway. */
  readonly onRejected: (error: unknown) => void;
  /** Called when a result of the provider arrived too late and is not used. */
  readonly onLate: (jobId: string, result: InferenceEnd) => void;
  readonly onEvents: OnEvents;
  readonly tally: Pick<CallTally, "reached">;
}

/**
 * Processes one result from the transport: opens it, redacts personal data that the model wrote,
 * stores it sealed and wakes the waiting replicas. A message that cannot be opened is dropped,
 * because redelivery would not help.
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
  /** The hash of the message that contained the result. */
  readonly digest?: Uint8Array;
  /**
   * Set if no worker has reported anything. The call is then given back if its message was not
   * sent.
   */
  readonly isUnreported?: true;
}

/**
 * Gives a job its final state, which never changes.
 * @returns whether this result was the first
 */
async function finishJob(deps: ResultDeps, jobId: string, final: FinalResult): Promise<boolean> {
  const admitted = await deps.jobs.admitted(jobId);
  // If the job was deleted in the meantime, the waiting requests are woken and find no job.
  const finished = admitted && (await endJob(deps, jobId, admitted, final));
  deps.wakeUps.wake(jobId, finished);
  return finished !== undefined;
}

/** Ends an admitted job. Returns undefined if another result was the first. */
async function endJob(
  deps: ResultDeps,
  jobId: string,
  admitted: AdmittedRecord,
  { result, received, digest, isUnreported }: FinalResult,
): Promise<FinishedJob | undefined> {
  const { requestId, facts, certificateDraft: draft } = admitted;
  const { actor, scope, subject } = facts;
  const { claim: worker } = result;
  const choices =
    result.outcome === "completed" ? [{ text: result.text, calls: [], thoughts: [] }] : [];
  const ending = { kind: "whole", result, choices, worker, received } as const;
  const call = { kind: "PROXY", jobId, requestId, facts, draft } as const;
  const end = await endCall(deps, call, ending);
  const { outcome: state, certificate, endedAt: finishedAt } = end;
  const events = endEntries(end.events, { actor, scope, subject, requestId });
  const opened = answerOf(result, end);
  const answer = deps.answers.seal(jobId, opened);
  const givesBack = end.isUnprocessed ? "always" : isUnreported && "if_unsent";
  const stored = { jobId, state, answer, events, digest, certificate, givesBack } as const;
  if (!(await deps.jobs.finish(stored))) return undefined;
  deps.onEvents(events);
  tallyEnd(deps.tally, admitted, result);
  if (certificate !== undefined) deps.certificates?.onPending(certificate);
  return { job: { ...admitted, jobId, state, answer, finishedAt }, answer: opened };
}

function answerOf(given: NativeResult, { choices, dlpRedacted, trace }: CallEnd): Answer {
  const { claim: _, unprocessed: __, ...result } = { unprocessed: undefined, ...given };
  if (result.outcome === "failed") return { result, form: "text", dlpRedacted, trace };
  const [choice] = choices;
  if (choice === undefined) throw new TypeError("A completed answer has no scanned choice");
  const { form } = choice.answer;
  return { result: { ...result, text: choice.text }, form, dlpRedacted, trace };
}

/**
 * Returns whether a failure is not final: this worker has no answer, but until the deadline another
 * worker may have one that was paid for.
 */
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
}

function openResult({ messages, onRejected }: ResultDeps, message: string) {
  try {
    return messages.open(message);
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}

const INTERVAL_MS = 2_000;
const AT_ONCE = 50;
/** How long after the deadline an answer that was in flight is still accepted. */
export const ANSWER_GRACE_MS = 10_000;
/**
 * After an outage of the database, no job is ended for this long, because the transport redelivers
 * answers within 30 s.
 */
const GRACE_AFTER_OUTAGE_MS = 45_000;

const DEADLINE_PASSED = {
  result: { outcome: "failed", reason: "deadline_passed", latency_ms: 0, attempts: 0 },
  isUnreported: true,
} as const;

export function createOverdueJobs(deps: ResultDeps, log: Logger): PeriodicTask {
  const onError = (error: unknown) => log.error("overdue_jobs_not_finished", { error });
  return createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, createOverdueTurn(deps));
}

/**
 * Returns the task that ends overdue jobs. It ends none while answers may still be waiting for this
 * replica or for the database.
 */
export function createOverdueTurn(deps: ResultDeps): () => Promise<void> {
  const { nowMs } = deps;
  let notBeforeMs = nowMs() + ANSWER_GRACE_MS;

  async function turn(): Promise<void> {
    const overdue = await deps.jobs.overdue(new Date(nowMs() - ANSWER_GRACE_MS), AT_ONCE);
    if (nowMs() < notBeforeMs) return;
    for (const { jobId, interimFailure } of overdue)
      await finishJob(deps, jobId, interimFailure ? { result: interimFailure } : DEADLINE_PASSED);
  }

  return async () => {
    try {
      await turn();
    } catch (error) {
      notBeforeMs = nowMs() + GRACE_AFTER_OUTAGE_MS;
      throw error;
    }
  };
}
