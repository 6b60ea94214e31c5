import { ApiError } from "@veil/contracts/errors";
import {
  createInFlight,
  type Heartbeat,
  JSON_HEARTBEAT,
  withHeartbeat,
} from "@veil/service-kit/http";
import type { Response } from "express";

export interface DirectCalls {
  /**
   * Answers with heartbeats while the provider is slow. `signal`: the caller has disconnected.
   * @throws ApiError `busy`
   */
  run(
    res: Response,
    answer: (signal: AbortSignal) => Promise<void>,
    beat?: Heartbeat["beat"],
  ): Promise<void>;
  isOpen(): boolean;
  /** Takes no more calls, and waits for those in flight, at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
}

/** Calls that are answered in the same exchange, and bounded together. Nothing of them is stored. */
export function createDirectCalls(concurrency: number, intervalMs?: number): DirectCalls {
  const inFlight = createInFlight();
  let open = true;
  return {
    async run(res, answer, beat = JSON_HEARTBEAT) {
      // A kept connection would bring the next call here as well, instead of to another replica.
      if (!open) res.set("connection", "close");
      if (!open || inFlight.count >= concurrency)
        throw new ApiError("busy", "Too many calls are in flight", { retryAfterSeconds: 1 });
      const caller = new AbortController();
      res.once("close", () => caller.abort());
      const answered = inFlight.track(answer(caller.signal));
      await withHeartbeat(res, { beat, intervalMs }, answered);
    },
    isOpen: () => open,
    async drain(graceMs) {
      open = false;
      await inFlight.settled(graceMs);
    },
  };
}
