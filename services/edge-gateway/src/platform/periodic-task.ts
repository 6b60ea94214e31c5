/** A task that runs repeatedly from its start until it is stopped. Runs never overlap. */
export interface PeriodicTask {
  start(): void;
  /**
   * Causes a run soon instead of after the interval. During a run, it causes one more run
   * afterwards.
   */
  trigger(): void;
  /** Stops the task. Resolves when a run in flight has ended. */
  stop(): Promise<void>;
}

interface IntervalOptions {
  readonly intervalMs: number;
  /** Triggers within this time cause a single run. Default 0. */
  readonly batchMs?: number | (() => number);
  readonly onError: (error: unknown) => void;
}

/**
 * Creates a task that calls `work` every `intervalMs`. Errors are passed to `onError` and do not
 * stop the task.
 */
export function createPeriodicTask(
  { intervalMs, batchMs = 0, onError }: IntervalOptions,
  work: () => Promise<void>,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let triggered = false;
  const batchDelay = () => (typeof batchMs === "number" ? batchMs : batchMs());
  let state: "new" | "started" | "stopped" = "new";

  function schedule(delayMs: number): void {
    if (state !== "started") return;
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
    timer.unref();
  }

  function run(): void {
    triggered = false;
    running = work()
      .catch(onError)
      .then(() => {
        running = undefined;
        schedule(triggered ? batchDelay() : intervalMs);
      });
  }

  return {
    start() {
      if (state !== "new") return;
      state = "started";
      schedule(triggered ? batchDelay() : intervalMs);
    },
    trigger() {
      if (triggered) return;
      triggered = true;
      if (running === undefined) schedule(batchDelay());
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await running;
    },
  };
}
