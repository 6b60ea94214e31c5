import type { Logger } from "@veil/service-kit/telemetry";
import type { EventTransport } from "../event-ports.ts";
import { AUDIT } from "./names.ts";
import { createPublisher } from "./publisher.ts";

interface RabbitmqEventTransportOptions {
  readonly url: string;
  readonly log: Logger;
}

const STOP_GRACE_MS = 2_000;

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
