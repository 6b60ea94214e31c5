import type { Clock } from "@veil/contracts/clock";
import { LRUCache } from "lru-cache";

interface SealedAnswersOptions {
  readonly keepMs: number;
  readonly maxAnswers: number;
  /** UTF-16 code units of all answers. */
  readonly maxChars: number;
  readonly nowMs: Clock;
}

/**
 * Remembers sealed answers by job id, so that a redelivered job is answered without another call to the provider.
 * Bounded in time, number and size; the least recently used is dropped first.
 */
export class SealedAnswers {
  readonly #kept: LRUCache<string, string>;
  readonly #running = new Map<string, Promise<string | undefined>>();

  constructor({ keepMs, maxAnswers, maxChars, nowMs }: SealedAnswersOptions) {
    this.#kept = new LRUCache({
      max: maxAnswers,
      maxSize: maxChars,
      sizeCalculation: ({ length }) => Math.max(1, length),
      // The library's TTL includes the last millisecond.
      ttl: keepMs - 1,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  /**
   * Returns the stored answer, or that of the run in flight for the same job, or `run`'s. A run
   * without an answer (undefined) is not stored, and callers that waited for it run for themselves.
   */
  async answerOnce(
    jobId: string,
    run: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    for (;;) {
      const kept = this.#kept.get(jobId);
      if (kept !== undefined) return kept;
      const running = this.#running.get(jobId);
      if (running === undefined) return this.#run(jobId, run);
      await running.catch(() => undefined);
    }
  }

  async #run(jobId: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    const running = run();
    this.#running.set(jobId, running);
    try {
      const answer = await running;
      if (answer !== undefined) this.#kept.set(jobId, answer);
      return answer;
    } finally {
      this.#running.delete(jobId);
    }
  }
}
