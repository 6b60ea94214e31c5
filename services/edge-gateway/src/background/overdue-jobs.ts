import type { Logger } from "@veil/telemetry";
import { finishJob, type ResultDeps } from "../domain/pipeline/results.ts";
import { every, type Repeating } from "./every.ts";

const TURN_MS = 2_000;
/** An answer that was on its way at the deadline still counts. */
const GRACE_MS = 10_000;

const DEADLINE_PASSED = {
  outcome: "failed",
  reason: "deadline_passed",
  latency_ms: 0,
  attempts: 0,
} as const;

/** Gives jobs whose deadline passed without an answer their final state, whatever became of the message. */
export function startOverdueJobs(deps: ResultDeps, log: Logger): Repeating {
  async function turn(): Promise<void> {
    const before = new Date(deps.now().getTime() - GRACE_MS);
    for (const jobId of await deps.jobs.overdue(before, 50))
      await finishJob(deps, jobId, DEADLINE_PASSED);
  }
  const onError = (error: unknown) => log.error("overdue_jobs_not_finished", { error });
  return every({ intervalMs: TURN_MS, onError }, turn);
}
