/** Work that repeats from its start until it is stopped; runs of it never overlap. */
export interface Repeating {
  start(): void;
  /** Runs soon instead of waiting for the next turn; during a run: once more after it. */
  poke(): void;
  /** Resolves when a run in hand has ended. */
  stop(): Promise<void>;
}

interface EveryOptions {
  readonly intervalMs: number;
  /** How long a poke may wait for others to come together with it. Default 0. */
  readonly gatherMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Once started, calls `work` every `intervalMs`. An error goes to `onError`, and the next turn comes all the same. */
export function every(
  { intervalMs, gatherMs = 0, onError }: EveryOptions,
  work: () => Promise<void>,
): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let poked = false;
  let state: "new" | "started" | "stopped" = "new";

  function schedule(delayMs: number): void {
    if (state !== "started") return;
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
    timer.unref();
  }

  function run(): void {
    poked = false;
    running = work()
      .catch(onError)
      .then(() => {
        running = undefined;
        schedule(poked ? gatherMs : intervalMs);
      });
  }

  return {
    start() {
      if (state !== "new") return;
      state = "started";
      schedule(poked ? gatherMs : intervalMs);
    },
    poke() {
      if (poked) return;
      poked = true;
      if (running === undefined) schedule(gatherMs);
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await running;
    },
  };
}
