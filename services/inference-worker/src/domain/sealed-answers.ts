import type { Clock } from "@veil/contracts/clock";
import { LRUCache } from "lru-cache";

interface SealedAnswersOptions {
  readonly keepMs: number;
  readonly maxAnswers: number;
  /** The maximum total length of all answers, in UTF-16 code units. */
  readonly maxChars: number;
  readonly nowMs: Clock;
}

/**
 * A cache of sealed answers by job id, so that a redelivered job is answered without another call
 * to the provider. It is limited in time, number and size. The least recently used answer is
 * dropped first.
 */
export class SealedAnswers {
  readonly #kept: LRUCache<string, string>;
  readonly #running = new Map<string, Promise<string | undefined>>();

  constructor({ keepMs, maxAnswers, maxChars, nowMs }: SealedAnswersOptions) {
    this.#kept = new LRUCache({
      max: maxAnswers,
      maxSize: maxChars,
      sizeCalculation: ({ length }) => Math.max(1, length),
      // The library still returns an entry in the last millisecond of its TTL.
      ttl: keepMs - 1,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  /**
   * Returns the stored answer, or the answer of a run of the same job that is in flight, or the
   * answer of `run`. A run without an answer (undefined) is not stored; if a caller waited for it,
   * the job runs again.
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
