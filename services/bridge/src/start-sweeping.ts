import type { Logger } from "@veil/service-kit/telemetry";
import type { KeyRing } from "./ports.ts";

const SWEEP_EVERY_MS = 3_600_000;

export function startSweeping(
  keyRing: KeyRing,
  log: Logger,
  everyMs = SWEEP_EVERY_MS,
): () => Promise<void> {
  const sweep = async () => {
    try {
      await keyRing.sweep();
    } catch (error) {
      log.error("key_ring_sweep_failed", { error });
    }
  };
  const timer = setInterval(() => void sweep(), everyMs);
  return async () => clearInterval(timer);
}
