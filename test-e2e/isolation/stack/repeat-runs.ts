/** Work that is done again and again, one run at a time. */
export interface RepeatedRuns {
  /** Resolves when a run that begins now, or after the one in flight, is over. @throws what it throws */
  run(): Promise<void>;
  /** Waits for the run in flight; from then on none begins. @throws what a run threw since the start */
  stop(): Promise<void>;
}

/** Runs `work` every `everyMs`, and whenever it is asked to. */
export function repeatRuns(work: () => Promise<void>, everyMs: number): RepeatedRuns {
  let last: Promise<void> = Promise.resolve();
  let failure: unknown;
  function run(): Promise<void> {
    const next = last.then(work);
    last = next.catch((error) => {
      failure ??= error;
    });
    return next;
  }
  // What it throws is kept for the end.
  const timer = setInterval(() => void run().catch(() => undefined), everyMs);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await last;
      if (failure !== undefined) throw failure;
    },
  };
}
