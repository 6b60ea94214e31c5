import { LRUCache } from "lru-cache";
import type { AttemptOrder, Processing } from "./attempt.ts";

/** A record of what this worker knows about its own earlier attempts at redelivered jobs. */
export interface KnownAttempts {
  orderOf(jobId: string, number: number): AttemptOrder;
  /**
   * Records a failed attempt that is not the last. `all` covers this attempt and all earlier ones.
   */
  failed(jobId: string, order: AttemptOrder, all: Processing): void;
}

const MAX_JOBS = 10_000;

/**
 * Creates a bounded record. Forgetting a job is safe, because its earlier attempts then count as
 * unknown, like those of another worker.
 */
export function createKnownAttempts(): KnownAttempts {
  /**
   * Maps a job id to the number of an attempt. The provider certainly processed neither this
   * attempt nor an earlier one.
   */
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
