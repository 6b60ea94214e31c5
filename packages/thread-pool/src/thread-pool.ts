import { withTimeout } from "@veil/http-kit";
import { Piscina } from "piscina";
import { type Refused, unlessRefused } from "./refusable.ts";
import { THREAD_ARGUMENTS } from "./threads.ts";

export interface ThreadPoolOptions {
  /** The compiled module, as a URL: its export `run` does one job. */
  readonly worker: URL;
  readonly threads: number;
  /** Threads end after this time without a job. Absent: never. */
  readonly idleMs?: number | undefined;
  /** Jobs that may wait for a thread; one more fails at once. */
  readonly queueLength: number;
  /** Starts when a job is submitted. A thread that exceeds it is terminated and replaced. */
  readonly timeoutMs: number;
  /** Heap limit of one thread. Only the job that exceeds it fails. */
  readonly memoryMb: number;
  /** The callers' error for any failure of a thread, of the queue or of the deadline. */
  readonly failure: (cause: unknown) => Error;
  /** Called when a thread fails without a job; without a listener that would end the process. */
  readonly onError: (error: unknown) => void;
}

interface RunOptions {
  /** Ends the job, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input to transfer to the thread. */
  readonly transfer?: ArrayBuffer[];
}

export interface ThreadPool<I, O> {
  /** @throws ApiError when the job is refused, `failure` when it cannot be done, the signal's reason when it is aborted */
  run(input: I, options?: RunOptions): Promise<O>;
  close(): Promise<void>;
}

/** Runs jobs in threads without access to the process's settings. */
export function createThreadPool<I, O>(options: ThreadPoolOptions): ThreadPool<I, O> {
  const { threads, queueLength, timeoutMs, failure } = options;
  const pool = openThreads<I, O | Refused>(options);
  let pending = 0;

  async function runInThread(input: I, { signal: outer, transfer = [] }: RunOptions) {
    if (pending >= threads + queueLength) throw failure(new Error("Too many jobs wait"));
    pending += 1;
    try {
      return await withTimeout(
        timeoutMs,
        (signal) => pool.run(input, { signal, transferList: transfer }),
        outer,
      );
    } catch (cause) {
      outer?.throwIfAborted();
      throw failure(cause);
    } finally {
      pending -= 1;
    }
  }

  return {
    run: async (input, run = {}) => unlessRefused(await runInThread(input, run)),
    close: () => pool.close({ force: true }),
  };
}

function openThreads<I, O>(options: ThreadPoolOptions): Piscina<I, O> {
  const { worker, threads, idleMs, memoryMb, onError } = options;
  const pool = new Piscina<I, O>({
    filename: worker.href,
    name: "run",
    minThreads: idleMs === undefined ? threads : 0,
    maxThreads: threads,
    ...(idleMs === undefined ? {} : { idleTimeout: idleMs }),
    // Threads get no settings and no secrets.
    env: {},
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  pool.on("error", onError);
  return pool;
}
