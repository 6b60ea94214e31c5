import type { Logger } from "@veil/service-kit/telemetry";

const INTERVAL_MS = 600_000;

interface LoopDeps {
  readonly signPruning: () => Promise<boolean>;
  readonly log: Logger;
}

export interface PruningLoop {
  start(): void;
  stop(): void;
}

/**
 * Creates a loop that signs a pruning every ten minutes. It runs separately from the checkpoint
 * loop, so that checkpoints do not wait for it.
 */
export function createPruningLoop({ signPruning, log }: LoopDeps): PruningLoop {
  let timer: NodeJS.Timeout | undefined;
  let isSigning = false;

  async function signAll(): Promise<void> {
    if (isSigning) return;
    isSigning = true;
    try {
      while (timer !== undefined && (await signPruning())) log.info("pruning_signed");
    } catch (error) {
      log.warn("pruning_not_signed", { error });
    } finally {
      isSigning = false;
    }
  }

  return {
    start() {
      timer = setInterval(() => void signAll(), INTERVAL_MS).unref();
      void signAll();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
