import { ApiError } from "@veil/contracts/errors";
import type { Store } from "express-rate-limit";
import { type AvailabilityOptions, trackAvailability, UNAVAILABLE } from "./store-availability.ts";

interface RefusingOptions extends AvailabilityOptions {
  readonly shared: Store;
}

/**
 * Counts in the shared store while it answers. When it fails, refuses each request that would count
 * with 503 `server_busy`. It is for limits against abuse, which several replicas must not grant
 * several times. A hit that cannot be refunded stays.
 */
export function createRefusingHitStore({ shared, ...options }: RefusingOptions): Store {
  const { isUnavailable, attempt } = trackAvailability(options);
  return {
    init: (given) => shared.init?.(given),
    async increment(key) {
      const hits = await attempt(() => shared.increment(key));
      if (hits === UNAVAILABLE) throw limitNotKnown();
      return hits;
    },
    async decrement(key) {
      if (!isUnavailable()) await attempt(() => shared.decrement(key));
    },
    resetKey: (key) => shared.resetKey(key),
    shutdown: () => shared.shutdown?.(),
  };
}

function limitNotKnown(): ApiError {
  return new ApiError("server_busy", "The limit of these requests cannot be checked right now", {
    retryAfterSeconds: 5,
  });
}
