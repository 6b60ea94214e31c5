import { ApiError } from "@veil/contracts/errors";
import type { ReadyCheck } from "@veil/http-kit";
import { canaryBody, isCanaryMasked } from "./domain/canary.ts";
import type { PiiLane } from "./ports.ts";

/** A lane that knows whether its engine works. */
export interface WatchedLane extends PiiLane {
  /** Masks the canary, unless work is going on that shows the same. False until it was masked once. */
  check(): Promise<ReadyCheck>;
}

export function watchLane(lane: PiiLane): WatchedLane {
  let ok = false;

  async function maskCanary(): Promise<void> {
    try {
      ok = isCanaryMasked(await lane.sanitise(canaryBody));
    } catch {
      ok = false;
    }
  }

  return {
    ...lane,
    async sanitise(...given) {
      try {
        return await lane.sanitise(...given);
      } catch (error) {
        // The engine's own fault: not ready until the canary passes again.
        if (error instanceof ApiError && error.code === "sanitizer_unavailable") ok = false;
        throw error;
      }
    },
    async check() {
      if (!ok || lane.pending() === 0) await maskCanary();
      return { name: `engine_${lane.name}`, ok };
    },
  };
}
