import type { FinishedJob, JobRecord, Jobs, WakeUps } from "../ports.ts";
import type { Answer } from "./answers.ts";

/** Wake-ups may be lost, so the row is read this often. */
const POLL_MS = 1_000;

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Starts the job, so there is nothing to read before the first wake-up. */
  readonly begin?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Waited {
  readonly job: JobRecord | undefined;
  readonly answer?: Answer;
}

/**
 * Waits until the job has a final state, at most `timeoutMs`. Subscribes before it reads, so that a
 * result in between is not missed.
 * @returns the job as last read: still `admitted` after a time-out
 */
export async function waitForJob(
  { jobs, wakeUps }: { readonly jobs: Jobs; readonly wakeUps: WakeUps },
  jobId: string,
  { timeoutMs, begin, signal }: WaitOptions,
): Promise<Waited> {
  const until = performance.now() + timeoutMs;
  const alert = createAlert();
  let known: FinishedJob | undefined;
  const unsubscribe = wakeUps.subscribe(jobId, (finished) => {
    known ??= finished;
    alert.raise();
  });
  signal?.addEventListener("abort", alert.raise);
  try {
    begin?.();
    if (begin !== undefined) await alert.wait(Math.min(POLL_MS, timeoutMs));
    for (;;) {
      if (known !== undefined) return known;
      alert.reset();
      const job = await jobs.find(jobId);
      const left = until - performance.now();
      if (job?.state !== "admitted" || left <= 0 || signal?.aborted) return { job };
      await alert.wait(Math.min(POLL_MS, left));
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener("abort", alert.raise);
  }
}

export async function waitFor<T>(
  work: Promise<T>,
  { timeoutMs, signal }: Omit<WaitOptions, "begin">,
): Promise<{ readonly result: T | undefined; readonly leftMs: number }> {
  const until = performance.now() + timeoutMs;
  const alert = createAlert();
  signal?.addEventListener("abort", alert.raise);
  if (signal?.aborted) alert.raise();
  try {
    const result = await Promise.race([work, alert.wait(timeoutMs).then(() => undefined)]);
    return { result, leftMs: Math.max(0, until - performance.now()) };
  } finally {
    alert.raise();
    signal?.removeEventListener("abort", alert.raise);
  }
}

/** An alert that was raised before the wait ends the wait at once. */
function createAlert() {
  let raised = false;
  let onRaise = () => {};
  return {
    raise() {
      raised = true;
      onRaise();
    },
    reset() {
      raised = false;
    },
    wait: (timeoutMs: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onRaise = () => {
          clearTimeout(timer);
          resolve();
        };
        if (raised) onRaise();
      }),
  };
}
