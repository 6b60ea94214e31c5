import { ApiError } from "@veil/contracts/errors";
import { within } from "@veil/http-kit";
import { Piscina } from "piscina";
import type { PiiLane } from "../ports.ts";
import type { RefusedJob } from "./pii-worker.ts";

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
}

/** Works in threads of its own. */
export function createPiscinaPiiLane(options: PiscinaLaneOptions): PiiLane {
  const { name, threads, queueLength, timeoutMs, memoryMb, worker } = options;
  const pool = new Piscina<Uint8Array, Uint8Array | RefusedJob>({
    filename: worker.href,
    name: "run",
    minThreads: threads,
    maxThreads: threads,
    maxQueue: queueLength,
    // A thread needs nothing of the process: no settings, no secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  let pending = 0;

  async function runJob(body: Uint8Array): Promise<Uint8Array | RefusedJob> {
    const own = Uint8Array.from(body);
    pending += 1;
    try {
      return await within(timeoutMs, (signal) =>
        pool.run(own, { signal, transferList: [own.buffer] }),
      );
    } catch (cause) {
      throw new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
        cause,
        retryAfterSeconds: 5,
      });
    } finally {
      pending -= 1;
    }
  }

  return {
    name,
    async sanitise(body) {
      if (pending >= threads + queueLength)
        throw new ApiError("busy", "Too many texts are waiting", { retryAfterSeconds: 1 });
      const result = await runJob(body);
      if (result instanceof Uint8Array) return result;
      throw new ApiError(result.code, result.message);
    },
    pending: () => pending,
    close: () => pool.close({ force: true }),
  };
}
