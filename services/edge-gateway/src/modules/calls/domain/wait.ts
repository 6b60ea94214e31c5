import type { FinishedJob, JobRecord, Jobs, WakeUps } from "../ports.ts";
import type { Answer } from "./answers.ts";

/** Wake-ups may be lost: the row is looked at this often in any case. */
const POLL_MS = 1_000;

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Sets the job going. Nobody else has: so there is nothing to read before the first wake-up. */
  readonly begin?: (() => void) | undefined;
  /** Ends the wait early: this replica is going away. */
  readonly signal?: AbortSignal | undefined;
}

export interface Waited {
  /** Undefined: there is none any more. */
  readonly job: JobRecord | undefined;
  /** Of a job that ended while it was waited for, if it ended in this process. */
  readonly answer?: Answer;
}

/**
 * Waits until the job has a final state, at most `timeoutMs`.
 *
 * Subscribes first, then reads (or begins), then waits: a result that arrives in between is not missed.
 * @returns the job as it was finished or last read: still `admitted` when the time was up.
 */
export async function waitForJob(
  { jobs, wakeUps }: { readonly jobs: Jobs; readonly wakeUps: WakeUps },
  jobId: string,
  { timeoutMs, begin, signal }: WaitOptions,
): Promise<Waited> {
  const until = performance.now() + timeoutMs;
  const alarm = createAlarm();
  let known: FinishedJob | undefined;
  const unsubscribe = wakeUps.subscribe(jobId, (finished) => {
    known ??= finished;
    alarm.ring();
  });
  signal?.addEventListener("abort", alarm.ring);
  try {
    begin?.();
    if (begin !== undefined) await alarm.wait(Math.min(POLL_MS, timeoutMs));
    for (;;) {
      if (known !== undefined) return known;
      alarm.reset();
      const job = await jobs.find(jobId);
      const left = until - performance.now();
      if (job?.state !== "admitted" || left <= 0 || signal?.aborted) return { job };
      await alarm.wait(Math.min(POLL_MS, left));
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener("abort", alarm.ring);
  }
}

/** What `work` gives and how much of the time is left; no result when the time is up or this replica is going away. */
export async function waitFor<T>(
  work: Promise<T>,
  { timeoutMs, signal }: Omit<WaitOptions, "begin">,
): Promise<{ readonly result: T | undefined; readonly leftMs: number }> {
  const until = performance.now() + timeoutMs;
  const alarm = createAlarm();
  signal?.addEventListener("abort", alarm.ring);
  if (signal?.aborted) alarm.ring();
  try {
    const result = await Promise.race([work, alarm.wait(timeoutMs).then(() => undefined)]);
    return { result, leftMs: Math.max(0, until - performance.now()) };
  } finally {
    alarm.ring();
    signal?.removeEventListener("abort", alarm.ring);
  }
}

/** Rings once, also when it rang before anybody waited. */
function createAlarm() {
  let rang = false;
  let onRing = () => {};
  return {
    ring() {
      rang = true;
      onRing();
    },
    reset() {
      rang = false;
    },
    wait: (timeoutMs: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onRing = () => {
          clearTimeout(timer);
          resolve();
        };
        if (rang) onRing();
      }),
  };
}
