import { LRUCache } from "lru-cache";
import type { AttemptOrder, Processing } from "./attempt.ts";

/** What this worker knows about its own attempts at a job that was redelivered. */
export interface KnownAttempts {
  orderOf(jobId: string, number: number): AttemptOrder;
  /** Records a failed attempt that is not the last; `all` covers it and those before it. */
  failed(jobId: string, order: AttemptOrder, all: Processing): void;
}

const MAX_JOBS = 10_000;

/** Attempts of other or dead workers are unknown, so forgetting a job here is equally safe. */
export function createKnownAttempts(): KnownAttempts {
  /** The number of the last attempt up to which the provider certainly processed none. */
  const unprocessed = new LRUCache<string, number>({ max: MAX_JOBS });
  return {
    orderOf(jobId, number) {
      const isKnown = (unprocessed.get(jobId) ?? 0) >= number - 1;
      return { number, earlier: isKnown ? "unprocessed" : "unknown" };
    },
    failed(jobId, { number }, all) {
      if (all === "unprocessed") unprocessed.set(jobId, number);
      else unprocessed.delete(jobId);
    },
  };
}
