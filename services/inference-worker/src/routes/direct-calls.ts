import { ApiError } from "@veil/contracts/errors";
import { createInFlight, type IncomingCall } from "@veil/service-kit/http";

export interface DirectCalls {
  /**
   * Runs a call. `signal` aborts when the caller disconnects.
   * @throws ApiError `busy`
   */
  run<T>(call: IncomingCall, answer: (signal: AbortSignal) => Promise<T>): Promise<T>;
  isOpen(): boolean;
  /** Accepts no more calls, and waits at most `graceMs` for calls in flight. */
  drain(graceMs: number): Promise<void>;
}

/** Limits the number of direct calls in flight. Stores nothing about them. */
export function createDirectCalls(concurrency: number): DirectCalls {
  const inFlight = createInFlight();
  let open = true;
  return {
    async run({ context, leave }, answer) {
      // If the connection stayed open, the next call would come here again instead of going to
      // another replica.
      if (!open) leave();
      if (!open || inFlight.count >= concurrency)
        throw new ApiError("busy", "Too many calls are in flight", { retryAfterSeconds: 1 });
      return await inFlight.track(answer(context.gone()));
    },
    isOpen: () => open,
    async drain(graceMs) {
      open = false;
      await inFlight.settled(graceMs);
    },
  };
}
