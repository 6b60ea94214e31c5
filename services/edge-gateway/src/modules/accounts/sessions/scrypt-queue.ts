import { ApiError } from "@veil/contracts/errors";
import pLimit from "p-limit";

/** Each hash takes 32 MiB and one of the four threads of Node's pool. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

export type ScryptQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs few hashes at a time, so that logins cannot exhaust the process.
 * @throws ApiError `server_busy` when too many wait
 */
export function createScryptQueue(): ScryptQueue {
  const limit = pLimit(AT_ONCE);
  return async (work) => {
    if (limit.pendingCount < MAX_WAITING) return await limit(work);
    throw new ApiError("server_busy", "Too many logins are in progress", { retryAfterSeconds: 5 });
  };
}
