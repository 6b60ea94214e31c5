import type { InferenceResult } from "@veil/contracts/inference";
import type { IsolationMonitor } from "../../ports/isolation.ts";
import type { FinalState, JobEvent, Jobs, WakeUps } from "../../ports/pipeline.ts";
import type { TextScans } from "../../ports/text-scans.ts";
import type { Answers } from "./answers.ts";
import { countsText, inferenceEvent, jobEvent } from "./events.ts";
import type { JobMessages } from "./job-messages.ts";
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
  if (opened !== undefined) await finishJob(deps, opened.jobId, opened.result);
}

/** Gives a job its final state. Who comes second changes nothing. */
export async function finishJob(
  deps: ResultDeps,
  jobId: string,
  result: InferenceResult,
): Promise<void> {
  const [job, { redacted, form, counts }] = await Promise.all([
    deps.jobs.find(jobId),
    redactResult(deps.scans, result),
  ]);
  // Deleted meanwhile: who waits for it finds nothing.
  if (job === undefined) return deps.wakeUps.wake(jobId);
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
  const { facts } = job;
  const trace = complianceTrace({ jobId, facts, result, dlpRedacted, endedAt: now, isolation });
  const answer = deps.answers.seal(jobId, { result: redacted, form, dlpRedacted, trace });
  if (await deps.jobs.finish(jobId, finalState(result), answer, events)) deps.onEvents();
  deps.wakeUps.wake(jobId);
}

/** Without an answer in time another worker may still have one that is paid for. */
function finalState(result: InferenceResult): FinalState {
  if (result.outcome === "completed") return "completed";
  const { reason } = result;
  const open = reason === "attempts_exhausted" || reason === "deadline_passed";
  return open ? "failed_provisionally" : "failed";
}

function openResult({ messages, onRejected }: ResultDeps, message: string) {
  try {
    return messages.open(message);
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}

async function redactResult(scans: TextScans, result: InferenceResult) {
  if (result.outcome === "failed") return { redacted: result, form: "text" as const, counts: {} };
  const { form, text, counts } = await scans.answer(result.text);
  return { redacted: { ...result, text }, form, counts };
}
