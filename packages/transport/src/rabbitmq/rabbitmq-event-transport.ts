import type { Logger } from "@veil/telemetry";
import type { EventTransport } from "../event-ports.ts";
import { AUDIT } from "./names.ts";
import { createPublisher } from "./publisher.ts";

interface RabbitmqEventTransportOptions {
  /** As user `gateway`. */
  readonly url: string;
  readonly log: Logger;
}

const STOP_GRACE_MS = 2_000;

/** The gateway's end on RabbitMQ. Returns at once; `state()` is "down" until the broker is there. */
export function createRabbitmqEventTransport({
  url,
  log,
}: RabbitmqEventTransportOptions): EventTransport {
  const publisher = createPublisher({
    url,
    log,
    component: "gateway-audit",
    exchange: AUDIT.exchange,
  });
  return {
    state: publisher.state,
    send: (message) => publisher.publish({ message }),
    stop: () => publisher.stop(STOP_GRACE_MS),
  };
}
