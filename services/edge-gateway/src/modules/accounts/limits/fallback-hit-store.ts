import type { Store } from "express-rate-limit";
import { createMemoryHitStore } from "./memory-hit-store.ts";
import { type AvailabilityOptions, trackAvailability, UNAVAILABLE } from "./store-availability.ts";

interface FallbackOptions extends AvailabilityOptions {
  readonly shared: Store;
  /** The number of replicas that count separately while the shared store is down. */
  readonly replicas: number;
}

/**
 * Counts in the shared store while it answers. When it fails, each hit counts in this process as
 * many times as there are replicas, so that all together keep the limit. The first hit counts once,
 * so that a small limit locks no caller out.
 */
export function createFallbackHitStore({ shared, replicas, ...options }: FallbackOptions): Store {
  const local = createMemoryHitStore();
  const { isUnavailable, attempt } = trackAvailability(options);

  async function incrementLocal(key: string) {
    const { totalHits, resetTime } = await local.increment(key);
    return { totalHits: totalHits === 1 ? 1 : totalHits * replicas, resetTime };
  }

  return {
    async init(given) {
      await local.init?.(given);
      await shared.init?.(given);
    },
    async increment(key) {
      const hits = await attempt(() => shared.increment(key));
      return hits === UNAVAILABLE ? await incrementLocal(key) : hits;
    },
    async decrement(key) {
      if (isUnavailable()) return await local.decrement(key);
      await attempt(() => shared.decrement(key));
    },
    async resetKey(key) {
      await local.resetKey(key);
      if (!isUnavailable()) await shared.resetKey(key);
    },
    shutdown: () => local.shutdown?.(),
  };
}
