export interface RepeatedRuns {
  /** Waits for the run in flight, then for a new run. @throws the new run's error */
  run(): Promise<void>;
  /** Starts no more runs, and waits for the run in flight. @throws the first error of any run */
  stop(): Promise<void>;
}

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
