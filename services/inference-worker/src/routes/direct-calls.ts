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
   * Runs a call, and sends heartbeats while the provider is slow. `signal` aborts when the caller
   * disconnects.
   * @throws ApiError `busy`
   */
  run(
    res: Response,
    answer: (signal: AbortSignal) => Promise<void>,
    beat?: Heartbeat["beat"],
  ): Promise<void>;
  isOpen(): boolean;
  /** Accepts no more calls, and waits at most `graceMs` for calls in flight. */
  drain(graceMs: number): Promise<void>;
}

/** Limits the number of direct calls in flight. Stores nothing about them. */
export function createDirectCalls(concurrency: number, intervalMs?: number): DirectCalls {
  const inFlight = createInFlight();
  let open = true;
  return {
    async run(res, answer, beat = JSON_HEARTBEAT) {
      // If the connection stayed open, the next call would come here again instead of going to
      // another replica.
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
