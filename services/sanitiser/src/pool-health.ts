import { ApiError } from "@veil/contracts/errors";
import type { ReadyCheck } from "@veil/service-kit/http";
import { canaryBody, isCanaryMasked } from "./domain/canary.ts";
import type { PiiPool } from "./ports.ts";

export interface WatchedPool extends PiiPool {
  /**
   * Masks the canary, unless the pool is known to work and is busy. The result is false until the
   * canary has been masked once.
   */
  check(): Promise<ReadyCheck>;
}

export function watchPool(pool: PiiPool): WatchedPool {
  let ok = false;

  async function maskCanary(): Promise<void> {
    try {
      ok = isCanaryMasked(await pool.sanitise(canaryBody));
    } catch {
      ok = false;
    }
  }

  return {
    ...pool,
    async sanitise(...given) {
      try {
        return await pool.sanitise(...given);
      } catch (error) {
        // The engine failed, not the request, so the pool is not ready until it masks the canary
        // again.
        if (error instanceof ApiError && error.code === "sanitizer_unavailable") ok = false;
        throw error;
      }
    },
    async check() {
      if (!ok || pool.pending() === 0) await maskCanary();
      return { name: `engine_${pool.name}`, ok };
    },
  };
}
