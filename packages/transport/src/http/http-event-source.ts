import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { createInFlight, endpoint, jsonBody } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { Router } from "express";
import { type EventHandler, type EventSource, PoisonedMessageError } from "../event-ports.ts";
import { EventDelivery } from "./bodies.ts";

/** Enough for a batch of at most 256 events of a few kB each. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

const parse = checked(EventDelivery);

/**
 * Creates an event source whose `router` must be mounted behind the caller check. The response to a
 * poisoned batch is 400, and the sender must dead-letter it. Before `start` and after `stop`, the
 * response is 503.
 */
export function createHttpEventSource({
  log,
}: {
  readonly log: Logger;
}): EventSource & { readonly router: Router } {
  const inFlight = createInFlight();
  let handler: EventHandler | undefined;

  async function append(message: string): Promise<void> {
    if (handler === undefined)
      throw new ApiError("busy", "The service accepts no batches now", { retryAfterSeconds: 1 });
    try {
      await inFlight.track(handler(message));
    } catch (error) {
      if (!(error instanceof PoisonedMessageError)) throw error;
      log.error("message_poisoned", { component: "event_source", error });
      throw new ApiError("invalid_field", "The message is invalid", { cause: error });
    }
  }

  const router = Router();
  endpoint(router, "/events", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        await append(parse(req.body).message);
        res.status(204).end();
      },
    ],
  });

  return {
    router,
    state: () => (handler === undefined ? "down" : "up"),
    async start(eventHandler) {
      handler = eventHandler;
    },
    async stop(graceMs) {
      handler = undefined;
      await inFlight.settled(graceMs);
    },
  };
}
