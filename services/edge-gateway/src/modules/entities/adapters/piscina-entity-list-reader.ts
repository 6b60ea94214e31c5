import { THREAD_ARGUMENTS } from "@veil/config";
import { ApiError } from "@veil/contracts/errors";
import { within } from "@veil/http-kit";
import { Piscina } from "piscina";
import type { CheckedEntityList, EntityListReader } from "../ports.ts";
import type { RefusedList } from "./entity-list-worker.ts";

interface PiscinaOptions {
  /** Lists that may wait; one more is refused. */
  readonly queueLength: number;
  /** From the moment a list is handed in. A thread that does not end by then is ended and replaced. */
  readonly timeoutMs: number;
  /** Heap of the thread. A list that needs more fails alone. */
  readonly memoryMb: number;
  /** The compiled `entity-list-worker.js`, as a URL. */
  readonly worker: URL;
  /** A thread ended without a list in hand: the next list gets a new one. */
  readonly onError: (error: unknown) => void;
}

const IDLE_MS = 30_000;

export interface ThreadedListReader extends EntityListReader {
  close(): Promise<void>;
}

/** Reads in one thread, which is there only while lists come. */
export function createPiscinaEntityListReader(options: PiscinaOptions): ThreadedListReader {
  const { queueLength, timeoutMs, memoryMb, worker, onError } = options;
  const pool = new Piscina<Uint8Array, CheckedEntityList | RefusedList>({
    filename: worker.href,
    name: "run",
    minThreads: 0,
    maxThreads: 1,
    maxQueue: queueLength,
    idleTimeout: IDLE_MS,
    // A thread needs nothing of the process: no settings, no secrets.
    env: {},
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  pool.on("error", onError);
  return {
    async read(body) {
      const result = await within(timeoutMs, (signal) => pool.run(body, { signal })).catch(
        (cause: unknown) => {
          const message = "The list cannot be read right now";
          const retry = { cause, retryAfterSeconds: 5 };
          throw new ApiError("inference_service_unavailable", message, retry);
        },
      );
      if ("code" in result) throw new ApiError(result.code, result.message);
      return result;
    },
    close: () => pool.close({ force: true }),
  };
}
