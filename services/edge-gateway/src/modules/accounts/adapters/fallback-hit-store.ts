import type { Clock } from "@veil/contracts/clock";
import type { Store } from "express-rate-limit";
import { createMemoryHitStore } from "./memory-hit-store.ts";

interface FallbackOptions {
  readonly shared: Store;
  /** The number of replicas that count separately while the shared store is down. */
  readonly replicas: number;
  readonly onLost: (error: unknown) => void;
  readonly onBack: () => void;
  readonly nowMs?: Clock;
}

const ASK_AGAIN_MS = 500;

/**
 * The shared store while it answers. When it fails, each hit counts here as many times as there are replicas, so that
 * all together keep the limit. The first hit counts once, so that a small limit locks no caller out.
 */
export function createFallbackHitStore(options: FallbackOptions): Store {
  const { shared, replicas, onLost, onBack, nowMs = Date.now } = options;
  const local = createMemoryHitStore();
  let lost = false;
  let askAtMs = 0;

  async function incrementShared(key: string) {
    // Only one request at a time tries the lost store; the others do not wait for a time-out.
    if (lost) askAtMs = nowMs() + ASK_AGAIN_MS;
    const hits = await shared.increment(key);
    if (lost) onBack();
    lost = false;
    return hits;
  }

  async function incrementLocal(key: string) {
    const { totalHits, resetTime } = await local.increment(key);
    return { totalHits: totalHits === 1 ? 1 : totalHits * replicas, resetTime };
  }

  function lose(error: unknown) {
    if (!lost) onLost(error);
    lost = true;
    askAtMs = nowMs() + ASK_AGAIN_MS;
  }

  return {
    async init(given) {
      await local.init?.(given);
      await shared.init?.(given);
    },
    async increment(key) {
      if (lost && nowMs() < askAtMs) return await incrementLocal(key);
      try {
        return await incrementShared(key);
      } catch (error) {
        lose(error);
        return await incrementLocal(key);
      }
    },
    async decrement(key) {
      if (lost) return await local.decrement(key);
      try {
        await shared.decrement(key);
      } catch (error) {
        lose(error);
      }
    },
    async resetKey(key) {
      await local.resetKey(key);
      if (!lost) await shared.resetKey(key);
    },
    shutdown: () => local.shutdown?.(),
  };
}
