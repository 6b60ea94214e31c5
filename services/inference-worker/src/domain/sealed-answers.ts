interface SealedAnswersOptions {
  readonly keepMs: number;
  readonly maxAnswers: number;
  /** UTF-16 code units of all answers together. */
  readonly maxChars: number;
  readonly nowMs: () => number;
}

interface Kept {
  readonly answer: string;
  readonly expiresAtMs: number;
}

/**
 * Remembers answers by job id, sealed as they are, so that a job that comes a second time is answered
 * without asking the provider again. Bounded in time, number and size; the oldest goes first.
 */
export class SealedAnswers {
  readonly #options: SealedAnswersOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Map<string, Promise<string | undefined>>();
  #chars = 0;

  constructor(options: SealedAnswersOptions) {
    this.#options = options;
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
      const kept = this.#find(jobId);
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
      if (answer !== undefined) this.#keep(jobId, answer);
      return answer;
    } finally {
      this.#running.delete(jobId);
    }
  }

  #find(jobId: string): string | undefined {
    this.#dropExpired();
    return this.#kept.get(jobId)?.answer;
  }

  #keep(jobId: string, answer: string): void {
    const { keepMs, maxAnswers, maxChars, nowMs } = this.#options;
    this.#kept.set(jobId, { answer, expiresAtMs: nowMs() + keepMs });
    this.#chars += answer.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxAnswers && this.#chars <= maxChars) return;
      this.#drop(oldest);
    }
  }

  #dropExpired(): void {
    const now = this.#options.nowMs();
    for (const [jobId, { expiresAtMs }] of this.#kept) {
      if (now < expiresAtMs) return;
      this.#drop(jobId);
    }
  }

  #drop(jobId: string): void {
    this.#chars -= this.#kept.get(jobId)?.answer.length ?? 0;
    this.#kept.delete(jobId);
  }
}
