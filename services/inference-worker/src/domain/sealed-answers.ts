import type { Clock } from "@veil/contracts/clock";
import { LRUCache } from "lru-cache";

interface SealedAnswersOptions {
  readonly keepMs: number;
  readonly maxAnswers: number;
  /** UTF-16 code units of all answers together. */
  readonly maxChars: number;
  readonly nowMs: Clock;
}

/**
 * Remembers answers by job id, sealed as they are, so that a job that comes a second time is answered
 * without asking the provider again. Bounded in time, number and size; the one used least recently goes first.
 */
export class SealedAnswers {
  readonly #kept: LRUCache<string, string>;
  readonly #running = new Map<string, Promise<string | undefined>>();

  constructor({ keepMs, maxAnswers, maxChars, nowMs }: SealedAnswersOptions) {
    this.#kept = new LRUCache({
      max: maxAnswers,
      maxSize: maxChars,
      sizeCalculation: ({ length }) => Math.max(1, length),
      // The library counts the last millisecond in.
      ttl: keepMs - 1,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  /**
   * The kept answer; or that of the run in hand for the same job, once it is there; or else `run`'s. A
   * run without an answer (undefined) is not kept, and whoever waited for it runs for itself.
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
