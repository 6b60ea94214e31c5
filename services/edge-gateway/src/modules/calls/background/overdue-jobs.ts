import type { Logger } from "@veil/telemetry";
import { every, type Repeating } from "../../../background/every.ts";
import { finishJob, type ResultDeps } from "../domain/results.ts";

const TURN_MS = 2_000;
const AT_ONCE = 50;
/** An answer that was on its way at the deadline still counts. */
const GRACE_MS = 10_000;
/** The transport hands over again what could not be stored within 30 s of the database's return. */
const GRACE_AFTER_OUTAGE_MS = 45_000;

const DEADLINE_PASSED = {
  outcome: "failed",
  reason: "deadline_passed",
  latency_ms: 0,
  attempts: 0,
} as const;

/** Gives jobs whose deadline passed without an answer their final state, whatever became of the message. */
export function createOverdueJobs(deps: ResultDeps, log: Logger): Repeating {
  const onError = (error: unknown) => log.error("overdue_jobs_not_finished", { error });
  return every({ intervalMs: TURN_MS, onError }, createOverdueTurn(deps));
}

/** One look for such jobs. While answers may be waiting for this replica or for the database, none fails. */
export function createOverdueTurn(deps: ResultDeps): () => Promise<void> {
  const { nowMs } = deps;
  let notBeforeMs = nowMs() + GRACE_MS;

  async function turn(): Promise<void> {
    const overdue = await deps.jobs.overdue(new Date(nowMs() - GRACE_MS), AT_ONCE);
    if (nowMs() < notBeforeMs) return;
    for (const { jobId, interimFailure } of overdue)
      await finishJob(deps, jobId, interimFailure ?? DEADLINE_PASSED);
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
