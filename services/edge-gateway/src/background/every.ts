/** Work that repeats until it is stopped; runs of it never overlap. */
export interface Repeating {
  /** Runs now instead of waiting for the next turn; during a run: once more after it. */
  poke(): void;
  /** Resolves when a run in hand has ended. */
  stop(): Promise<void>;
}

/** Calls `work` every `intervalMs`. An error goes to `onError`, and the next turn comes all the same. */
export function every(
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  function schedule(delayMs: number): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
    timer.unref();
  }

  function run(): void {
    again = false;
    running = work()
      .catch(onError)
      .then(() => {
        running = undefined;
        schedule(again ? 0 : intervalMs);
      });
  }

  schedule(intervalMs);
  return {
    poke() {
      if (running === undefined) schedule(0);
      else again = true;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
