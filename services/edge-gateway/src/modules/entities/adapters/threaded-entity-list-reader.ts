import { ApiError } from "@veil/contracts/errors";
import { createThreadPool, type ThreadPoolOptions } from "@veil/service-kit/threads";
import type { CheckedEntityList, EntityListReader } from "../ports.ts";

const IDLE_MS = 30_000;

export interface ThreadedListReader extends EntityListReader {
  close(): Promise<void>;
}

export function createThreadedEntityListReader(
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
