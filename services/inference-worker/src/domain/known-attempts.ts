import { LRUCache } from "lru-cache";
import type { AttemptOrder, Processing } from "./attempt.ts";

/** What this worker knows of the attempts that it has made itself for a job that came back. */
export interface KnownAttempts {
  orderOf(jobId: string, number: number): AttemptOrder;
  /** Another attempt may follow; `all`: of this one and those before it. */
  failed(jobId: string, order: AttemptOrder, all: Processing): void;
}

const MAX_JOBS = 10_000;

/** An attempt of another worker, or of one that died, is unknown: so what is forgotten here is as safe. */
export function createKnownAttempts(): KnownAttempts {
  /** The number of the last attempt until which the provider certainly processed none. */
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
