import type { Logger } from "@veil/telemetry";
import type { CheckpointStore, StoredCheckpoint } from "./checkpoint-ports.ts";

const INTERVAL_MS = 1_000;
const EVENTS = 256;
const RUNS_BETWEEN_FORGETTING = 600;

/** A witness, or a time-stamping authority. */
interface Asked {
  ask(checkpoint: StoredCheckpoint): Promise<void>;
}

interface LoopDeps {
  readonly store: Pick<CheckpointStore, "forget">;
  readonly makeCheckpoint: () => Promise<StoredCheckpoint | undefined>;
  readonly asked: readonly Asked[];
  readonly log: Logger;
  readonly onMade: (size: number) => void;
}

export interface CheckpointLoop {
  start(): void;
  /** Another checkpoint is due after 256 events. */
  appended(count: number): void;
  /** Once, with the answers of witnesses and authority. */
  run(): Promise<void>;
  stop(): void;
}

/** A checkpoint each second or 256 events while the log grows. No append waits for it. */
export function createCheckpointLoop(deps: LoopDeps): CheckpointLoop {
  const { store, makeCheckpoint, asked, log, onMade } = deps;
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

  async function askAll(checkpoint: StoredCheckpoint | undefined): Promise<void> {
    if (checkpoint === undefined) return;
    const asks = asked.map(async ({ ask }) => {
      await ask(checkpoint).catch((error: unknown) => log.warn("checkpoint_not_shown", { error }));
    });
    await Promise.all(asks);
  }

  /** They are not waited for: one that hangs must not delay the next checkpoint. */
  async function tick(): Promise<void> {
    if (isMaking) return;
    try {
      void askAll(await make());
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
    run: async () => askAll(await make()),
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
