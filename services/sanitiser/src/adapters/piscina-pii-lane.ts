import { THREAD_ARGUMENTS } from "@veil/config";
import { ApiError } from "@veil/contracts/errors";
import { within } from "@veil/http-kit";
import { Piscina } from "piscina";
import type { PiiLane } from "../ports.ts";
import type { ListsNeeded, PiiJobInput } from "./pii-job.ts";
import type { RefusedJob } from "./pii-worker.ts";
import { runWithLists } from "./run-with-lists.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

interface PiscinaLaneOptions {
  readonly name: string;
  readonly threads: number;
  /** Jobs that may wait; one more is refused. */
  readonly queueLength: number;
  /** From the moment a job is handed in. A thread that does not end by then is ended and replaced. */
  readonly timeoutMs: number;
  /** Heap of one thread. A job that needs more fails alone. */
  readonly memoryMb: number;
  /** The compiled `pii-worker.js`, as a URL. */
  readonly worker: URL;
  readonly lists: SealedEntityLists;
}

/** Works in threads of its own. */
export function createPiscinaPiiLane(options: PiscinaLaneOptions): PiiLane {
  const { name, threads, queueLength, timeoutMs, memoryMb, worker, lists } = options;
  const pool = new Piscina<PiiJobInput, Uint8Array | ListsNeeded | RefusedJob>({
    filename: worker.href,
    name: "run",
    minThreads: threads,
    maxThreads: threads,
    maxQueue: queueLength,
    // A thread needs nothing of the process: no settings, no secrets.
    env: {},
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  let pending = 0;

  async function runInThread(
    input: PiiJobInput,
    gone: AbortSignal | undefined,
  ): Promise<Uint8Array | ListsNeeded> {
    const body = Uint8Array.from(input.body);
    const job = { ...input, body };
    const result = await within(
      timeoutMs,
      (signal) => pool.run(job, { signal, transferList: [body.buffer] }),
      gone,
    ).catch((cause: unknown) => {
      // No fault of the engine's, which is as ready as before.
      gone?.throwIfAborted();
      throw new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
        cause,
        retryAfterSeconds: 5,
      });
    });
    if ("code" in result) throw new ApiError(result.code, result.message);
    return result;
  }

  return {
    name,
    async sanitise(body, work = {}, gone) {
      if (pending >= threads + queueLength)
        throw new ApiError("busy", "Too many texts are waiting", { retryAfterSeconds: 1 });
      pending += 1;
      try {
        const run = (input: PiiJobInput) => runInThread(input, gone);
        return await runWithLists(run, { ...work, body }, lists);
      } finally {
        pending -= 1;
      }
    },
    pending: () => pending,
    close: () => pool.close({ force: true }),
  };
}
