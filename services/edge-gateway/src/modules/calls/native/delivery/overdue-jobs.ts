import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask, type PeriodicTask } from "../../../../platform/periodic-task.ts";
import { finishJob, type ResultDeps } from "../results/results.ts";

const INTERVAL_MS = 2_000;
const AT_ONCE = 50;
/** An answer that was in flight at the deadline still counts. */
export const ANSWER_GRACE_MS = 10_000;
/** The transport redelivers within 30 s after the database is back. */
const GRACE_AFTER_OUTAGE_MS = 45_000;

const DEADLINE_PASSED = {
  result: { outcome: "failed", reason: "deadline_passed", latency_ms: 0, attempts: 0 },
  isUnreported: true,
} as const;

export function createOverdueJobs(deps: ResultDeps, log: Logger): PeriodicTask {
  const onError = (error: unknown) => log.error("overdue_jobs_not_finished", { error });
  return createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, createOverdueTurn(deps));
}

/** Ends no job while answers may be waiting for this replica or for the database. */
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
