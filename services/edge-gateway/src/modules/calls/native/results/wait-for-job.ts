import type { FinishedJob, JobRecord, Jobs, WakeUps } from "../ports.ts";
import type { Answer } from "./answers.ts";

/** How often a waiting request reads the job's row, because wake-ups may be lost. */
const POLL_MS = 1_000;

interface WaitOptions {
  readonly timeoutMs: number;
  /** Starts the job. If set, the job is not read before the first wake-up. */
  readonly begin?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waited {
  readonly job: JobRecord | undefined;
  readonly answer?: Answer;
}

/**
 * Waits until the job has a final state, at most for `timeoutMs`. It subscribes before it reads, so
 * that it does not miss a result that arrives in between.
 * @returns the job as last read, which is still `admitted` after a time-out
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

/**
 * Creates an alert that ends a wait. If it is raised before the wait begins, the wait ends at once.
 */
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
