import { ApiError } from "@veil/contracts/errors";
import type { Store } from "express-rate-limit";
import { LOST, type LossOptions, watchForLoss } from "./lost-store.ts";

interface RefusingOptions extends LossOptions {
  readonly shared: Store;
}

/**
 * The shared store while it answers. When it fails, each request that would count is refused: 503 `server_busy`. For
 * limits against abuse, which several replicas must not grant several times. A hit that cannot be taken back stays.
 */
export function createRefusingHitStore({ shared, ...loss }: RefusingOptions): Store {
  const { isLost, attempt } = watchForLoss(loss);
  return {
    init: (given) => shared.init?.(given),
    async increment(key) {
      const hits = await attempt(() => shared.increment(key));
      if (hits === LOST) throw limitNotKnown();
      return hits;
    },
    async decrement(key) {
      if (!isLost()) await attempt(() => shared.decrement(key));
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
