import { createHash } from "node:crypto";
import type { InferenceEnd } from "@veil/contracts/inference";
import { type JobEvent, jobEvent } from "../../audit/index.ts";
import type { IsolationMonitor } from "../../isolation/index.ts";
import type { FailedResult, Jobs, WakeUps } from "../ports.ts";
import type { TextScans } from "../text-scans.ts";
import type { Answer, Answers } from "./answers.ts";
import { countsText, inferenceEvent, lateEvent } from "./events.ts";
import type { JobMessages } from "./job-messages.ts";
import { type NativeResult, nativeResult } from "./native-result.ts";
import { complianceTrace } from "./trace.ts";

export interface ResultDeps {
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly answers: Answers;
  readonly scans: TextScans;
  readonly wakeUps: WakeUps;
  readonly isolation: Pick<IsolationMonitor, "current">;
  /** A message that is no result of the worker for this gateway: somebody should know. */
  readonly onRejected: (error: unknown) => void;
  /** A result came when its job had a final state: a call that was made has no use. */
  readonly onLate: (jobId: string, result: InferenceEnd) => void;
  readonly now: () => Date;
  /** New rows stand in the outbox of events. */
  readonly onEvents: () => void;
}

/**
 * Takes one result from the transport: opens it, redacts what the model itself produced, stores it
 * sealed, wakes who waits. A message that nobody can open is dropped: no redelivery makes it good.
 */
export async function handleResult(deps: ResultDeps, message: string): Promise<void> {
  const opened = openResult(deps, message);
  if (opened === undefined) return;
  const { jobId, result } = opened;
  if (isInterim(result)) return await deps.jobs.keepFailure(jobId, result);
  const digest = createHash("sha256").update(message).digest();
  if (await finishJob(deps, jobId, result, digest)) return;
  await recordLate(deps, opened, digest);
}

/**
 * Gives a job its final state. A second one changes nothing.
 * @param digest - of the message that the result came in
 * @returns whether it was the first
 */
export async function finishJob(
  deps: ResultDeps,
  jobId: string,
  result: NativeResult,
  digest?: Uint8Array,
): Promise<boolean> {
  const [admitted, { redacted, form, counts }] = await Promise.all([
    deps.jobs.admitted(jobId),
    redactResult(deps.scans, result),
  ]);
  // Deleted meanwhile: who waits for it finds nothing.
  if (admitted === undefined) {
    deps.wakeUps.wake(jobId);
    return false;
  }
  const { facts } = admitted;
  const now = deps.now();
  const events: JobEvent[] = [inferenceEvent(jobId, result, now)];
  const matched = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (matched > 0) {
    const payload = {
      job_id: jobId,
      match_count: String(matched),
      detected_types: countsText(counts),
      severity: "high",
    };
    events.push(jobEvent("PROXY_DLP_OUTBOUND_MATCH", payload, now));
  }
  const dlpRedacted = matched > 0;
  const isolation = deps.isolation.current();
  const linked = facts.relink ? await linkedIn(deps.scans, redacted, form) : undefined;
  const trace = complianceTrace({
    ...{ jobId, facts, result, dlpRedacted, linked },
    ...{ endedAt: now, isolation },
  });
  const opened: Answer = { result: redacted, form, dlpRedacted, trace };
  const { outcome: state } = result;
  const answer = deps.answers.seal(jobId, opened);
  const first = await deps.jobs.finish(jobId, state, answer, events, digest);
  if (!first) {
    deps.wakeUps.wake(jobId);
    return false;
  }
  deps.onEvents();
  const job = { ...admitted, jobId, state, answer, finishedAt: now };
  deps.wakeUps.wake(jobId, { job, answer: opened });
  return true;
}

/** The worker that says so has no answer, but another one may still have one that is paid for, until the deadline. */
function isInterim(result: NativeResult): result is FailedResult {
  if (result.outcome === "completed") return false;
  return result.reason === "attempts_exhausted" || result.reason === "deadline_passed";
}

async function recordLate(
  deps: ResultDeps,
  { jobId, result }: { readonly jobId: string; readonly result: NativeResult },
  digest: Uint8Array,
): Promise<void> {
  const event = lateEvent(jobId, result, deps.now());
  if (!(await deps.jobs.recordLate(jobId, digest, event))) return;
  deps.onLate(jobId, result);
  deps.onEvents();
}

function openResult({ messages, onRejected }: ResultDeps, message: string) {
  try {
    const { jobId, result } = messages.open(message);
    return { jobId, result: nativeResult(result) };
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}

/** Undefined when the answer cannot be read in time: the trace says so, and the answer is as good. */
async function linkedIn(scans: TextScans, result: NativeResult, form: "text" | "json") {
  if (result.outcome === "failed") return undefined;
  return await scans.linked({ form, text: result.text }).catch(() => undefined);
}

async function redactResult(scans: TextScans, result: NativeResult) {
  if (result.outcome === "failed") return { redacted: result, form: "text" as const, counts: {} };
  const { form, text, counts } = await scans.answer(result.text);
  return { redacted: { ...result, text }, form, counts };
}
