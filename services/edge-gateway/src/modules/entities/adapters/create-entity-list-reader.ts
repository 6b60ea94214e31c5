import { ApiError } from "@veil/contracts/errors";
import { createThreadPool, type ThreadPoolOptions, threadModule } from "@veil/service-kit/threads";
import { readEntityList } from "../domain/entity-list.ts";
import type { CheckedEntityList, EntityListReader } from "../ports.ts";

/** Lists with fewer bytes are parsed on the event loop. */
const INLINE_BELOW = 64 * 1024;

/** Creates a reader that parses short lists on the event loop and long ones in a thread. */
export function createEntityListReader(
  onError: (error: unknown) => void,
  worker = threadModule("./entity-list-worker.js", import.meta.url),
): ThreadedListReader {
  const threaded = createThreadedEntityListReader({
    queueLength: 16,
    timeoutMs: 10_000,
    memoryMb: 512,
    worker,
    onError,
  });
  return {
    read: async (body) =>
      body.length < INLINE_BELOW ? readEntityList(body) : await threaded.read(body),
    close: threaded.close,
  };
}

const IDLE_MS = 30_000;

export interface ThreadedListReader extends EntityListReader {
  close(): Promise<void>;
}

function createThreadedEntityListReader(
  options: Omit<ThreadPoolOptions, "threads" | "idleMs" | "failure">,
): ThreadedListReader {
  const pool = createThreadPool<Uint8Array, CheckedEntityList>({
    ...options,
    threads: 1,
    idleMs: IDLE_MS,
    failure: (cause) =>
      new ApiError("server_busy", "The list cannot be read right now", {
        cause,
        retryAfterSeconds: 5,
      }),
  });
  return { read: (body) => pool.run(body), close: pool.close };
}
