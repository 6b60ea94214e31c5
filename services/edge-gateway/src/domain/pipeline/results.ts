import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceResult } from "@veil/contracts/inference";
import { redactOutbound } from "@veil/pii/outbound";
import type { JobRecord, Jobs, WakeUps } from "../../ports/pipeline.ts";
import type { Answers } from "./answers.ts";
import { auditEvent, countsText, inferenceEvent } from "./events.ts";
import type { JobMessages } from "./job-messages.ts";

export interface ResultDeps {
  readonly jobs: Jobs;
  readonly messages: JobMessages;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
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
  if (opened === undefined) return;
  const job = await deps.jobs.find(opened.jobId);
  if (job === undefined || job.state !== "admitted") return;
  await finishJob(deps, job, opened.result);
}

/** Gives a job its final state. Who comes second changes nothing. */
export async function finishJob(
  deps: ResultDeps,
  job: JobRecord,
  result: InferenceResult,
): Promise<void> {
  const { jobId } = job;
  const subject = { actor: job.facts.actor, scope: job.facts.scope, requestId: job.requestId };
  const now = deps.now();
  const { redacted, counts } = redactResult(result);
  const events: AuditEvent[] = [inferenceEvent(subject, jobId, result, now)];
  const matched = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (matched > 0) {
    const payload = {
      job_id: jobId,
      match_count: String(matched),
      detected_types: countsText(counts),
      severity: "high",
    };
    events.push(auditEvent("PROXY_DLP_OUTBOUND_MATCH", subject, payload, now));
  }
  const answer = deps.answers.seal(jobId, { result: redacted, dlpRedacted: matched > 0 });
  const state = result.outcome === "completed" ? "completed" : "failed";
  if (await deps.jobs.finish(jobId, state, answer, events)) deps.onEvents();
  deps.wakeUps.wake(jobId);
}

function openResult({ messages, onRejected }: ResultDeps, message: string) {
  try {
    return messages.open(message);
  } catch (error) {
    onRejected(error);
    return undefined;
  }
}

function redactResult(result: InferenceResult) {
  if (result.outcome === "failed") return { redacted: result, counts: {} };
  const { text, matches } = redactOutbound(result.text);
  const counts = Object.fromEntries(matches.map(({ type, count }) => [type, count]));
  return { redacted: { ...result, text }, counts };
}
