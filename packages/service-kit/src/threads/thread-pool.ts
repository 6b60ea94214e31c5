import { Piscina } from "piscina";
import { withTimeout } from "../http/index.ts";
import { type Refused, unlessRefused } from "./refusable.ts";
import { THREAD_ARGUMENTS, YOUNG_GENERATION_MB } from "./threads.ts";

export interface ThreadPoolOptions {
  /** The compiled module that threads run. Its export `run` performs one job. */
  readonly worker: URL;
  readonly threads: number;
  /** Data that is copied into each thread when it starts (piscina's `workerData`). */
  readonly data?: unknown;
  /** How long an idle thread lives. When absent, idle threads do not exit. */
  readonly idleMs?: number | undefined;
  /** The maximum number of waiting jobs. Additional jobs fail at once. */
  readonly queueLength: number;
  /**
   * The time limit of a job, counted from its submission. The thread of a job that exceeds it is
   * replaced.
   */
  readonly timeoutMs: number;
  /** The memory limit of a thread. If a job exceeds it, only that job fails. */
  readonly memoryMb: number;
  /** Creates the error for a job that fails because of its thread, the queue or the time limit. */
  readonly failure: (cause: unknown) => Error;
  /**
   * Is called when a thread fails while it runs no job. Without a listener, that would crash the
   * process.
   */
  readonly onError: (error: unknown) => void;
}

interface RunOptions {
  /** Cancels the job when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: ArrayBuffer[];
}

export interface ThreadPool<I, O> {
  /**
   * Runs a job in a thread.
   * @throws ApiError when the job refuses its input, the error that `failure` creates, or the
   * signal's reason
   */
  run(input: I, options?: RunOptions): Promise<O>;
  close(): Promise<void>;
}

export function createThreadPool<I, O>(options: ThreadPoolOptions): ThreadPool<I, O> {
  const { threads, queueLength, timeoutMs, failure } = options;
  const pool = openThreads<I, O | Refused>(options);
  let pending = 0;

  async function runInThread(input: I, { signal: outer, transfer = [] }: RunOptions) {
    if (pending >= threads + queueLength) throw failure(new Error("Too many jobs are waiting"));
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
  const { worker, threads, data, idleMs, memoryMb, onError } = options;
  const pool = new Piscina<I, O>({
    filename: worker.href,
    name: "run",
    minThreads: idleMs === undefined ? threads : 0,
    maxThreads: threads,
    ...(idleMs === undefined ? {} : { idleTimeout: idleMs }),
    env: {},
    workerData: data,
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
    recordTiming: false,
  });
  pool.on("error", onError);
  return pool;
}
