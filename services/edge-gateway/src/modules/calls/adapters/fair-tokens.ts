import { FairQueue, type FairQueueBounds, WAITING_CALLS } from "../domain/fair-queue.ts";
import type { TokenService } from "../ports.ts";

const MAX_WAIT_MS = 10_000;

/** The bridge has two seconds from when it is asked: many requests of one customer must not use up each other's, or anyone's. */
export function fairTokens(
  tokens: TokenService,
  inFlight: FairQueueBounds["inFlight"],
): TokenService {
  const queue = new FairQueue({ inFlight, waiting: WAITING_CALLS });
  return {
    tokenFor: (customerId, tokenRequestId) =>
      queue.run({ owner: customerId, bytes: 0, maxWaitMs: MAX_WAIT_MS }, () =>
        tokens.tokenFor(customerId, tokenRequestId),
      ),
  };
}
