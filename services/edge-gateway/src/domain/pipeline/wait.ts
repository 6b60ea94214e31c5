import type { JobRecord, Jobs, WakeUps } from "../../ports/pipeline.ts";

/** Wake-ups may be lost: the row is looked at this often in any case. */
const POLL_MS = 1_000;

/**
 * Waits until the job has a final state, at most `timeoutMs`.
 *
 * Subscribes first, then reads, then waits: a result that arrives in between is not missed.
 * @returns the job as last read; still `admitted` when the time was up; undefined when it is gone.
 */
export async function waitForJob(
  { jobs, wakeUps }: { readonly jobs: Jobs; readonly wakeUps: WakeUps },
  jobId: string,
  timeoutMs: number,
): Promise<JobRecord | undefined> {
  const until = performance.now() + timeoutMs;
  let wake = () => {};
  let woken = false;
  const unsubscribe = wakeUps.subscribe(jobId, () => {
    woken = true;
    wake();
  });
  try {
    for (;;) {
      woken = false;
      const job = await jobs.find(jobId);
      const left = until - performance.now();
      if (job?.state !== "admitted" || left <= 0) return job;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(POLL_MS, left));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (woken) wake();
      });
    }
  } finally {
    unsubscribe();
  }
}
