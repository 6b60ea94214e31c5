/** Repeated work, one run at a time. */
export interface RepeatedRuns {
  /** Resolves when a run that begins now, or after the one in flight, has ended. @throws its error */
  run(): Promise<void>;
  /** Waits for the run in flight and starts no other. @throws the error of an earlier run */
  stop(): Promise<void>;
}

/** Runs `work` every `everyMs`, and on request. */
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
