import { Piscina } from "piscina";
import { withTimeout } from "../http/index.ts";
import { type Refused, unlessRefused } from "./refusable.ts";
import { THREAD_ARGUMENTS, YOUNG_GENERATION_MB } from "./threads.ts";

export interface ThreadPoolOptions {
  /** The compiled module; its export `run` does one job. */
  readonly worker: URL;
  readonly threads: number;
  /** Copied into each thread when it starts: piscina's `workerData`. */
  readonly data?: unknown;
  /** When absent, idle threads do not end. */
  readonly idleMs?: number | undefined;
  /** How many jobs may wait; one more fails at once. */
  readonly queueLength: number;
  /** Counts from the submission of a job. A thread that exceeds it is replaced. */
  readonly timeoutMs: number;
  /** Only the job that exceeds it fails. */
  readonly memoryMb: number;
  /** Called for every failure of a thread, the queue or the deadline. */
  readonly failure: (cause: unknown) => Error;
  /** Called for a thread that fails without a job: without a listener that would end the process. */
  readonly onError: (error: unknown) => void;
}

interface RunOptions {
  /** Ends the job. */
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: ArrayBuffer[];
}

export interface ThreadPool<I, O> {
  /** @throws ApiError when the job is refused, `failure`, or the signal's reason */
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
