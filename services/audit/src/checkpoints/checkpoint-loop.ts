import type { Logger } from "@veil/service-kit/telemetry";
import type { CheckpointStore, StoredCheckpoint } from "./checkpoint-ports.ts";

const INTERVAL_MS = 1_000;
const EVENTS = 256;
const RUNS_BETWEEN_FORGETTING = 600;

interface LoopDeps {
  readonly store: Pick<CheckpointStore, "forget">;
  readonly makeCheckpoint: () => Promise<StoredCheckpoint | undefined>;
  /** Functions that send a new checkpoint to a witness or to a time-stamping authority. */
  readonly observers: readonly ((checkpoint: StoredCheckpoint) => Promise<void>)[];
  readonly log: Logger;
  readonly onMade: (size: number) => void;
}

export interface CheckpointLoop {
  start(): void;
  /** Counts appended events. Makes a checkpoint after 256 events. */
  appended(count: number): void;
  /** Makes one checkpoint and waits for the responses of the witnesses and the authority. */
  run(): Promise<void>;
  stop(): void;
}

/**
 * Creates a loop that makes a checkpoint each second, and after 256 events, while the log grows.
 * Appends do not wait for it.
 */
export function createCheckpointLoop(deps: LoopDeps): CheckpointLoop {
  const { store, makeCheckpoint, observers, log, onMade } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isMaking = false;
  let uncovered = 0;
  let runs = 0;

  async function make(): Promise<StoredCheckpoint | undefined> {
    isMaking = true;
    uncovered = 0;
    runs += 1;
    try {
      const checkpoint = await makeCheckpoint();
      onMade(checkpoint?.size ?? 0);
      if (runs % RUNS_BETWEEN_FORGETTING === 0) await store.forget();
      return checkpoint;
    } finally {
      isMaking = false;
    }
  }

  async function showAll(checkpoint: StoredCheckpoint | undefined): Promise<void> {
    if (checkpoint === undefined) return;
    await Promise.all(
      observers.map((show) =>
        show(checkpoint).catch((error: unknown) => log.warn("checkpoint_not_shown", { error })),
      ),
    );
  }

  /**
   * Makes one checkpoint. Does not wait for the observers, because an observer that hangs must not
   * delay the next checkpoint.
   */
  async function tick(): Promise<void> {
    if (isMaking) return;
    try {
      void showAll(await make());
    } catch (error) {
      log.warn("checkpoint_not_made", { error });
    }
  }

  return {
    start() {
      timer = setInterval(() => void tick(), INTERVAL_MS).unref();
    },
    appended(count) {
      uncovered += count;
      if (uncovered >= EVENTS && timer !== undefined) void tick();
    },
    run: async () => showAll(await make()),
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
