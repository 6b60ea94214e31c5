import type { Logger } from "@veil/service-kit/telemetry";
import {
  createHttpEventTransport,
  createRabbitmqEventTransport,
  type EventTransport,
} from "@veil/transport/events";
import {
  createHttpJobTransport,
  createRabbitmqJobTransport,
  type JobTransport,
} from "@veil/transport/jobs";
import type { GatewayConfig } from "../config.ts";
import type { Clients } from "./clients.ts";

export interface Transports {
  readonly jobs: JobTransport;
  readonly events: EventTransport;
}

export function createTransports(
  config: GatewayConfig,
  { clients }: Clients,
  log: Logger,
): Transports {
  const { transport } = config;
  switch (transport.kind) {
    case "http":
      return {
        jobs: createHttpJobTransport({ client: clients.worker, log }),
        events: createHttpEventTransport({ client: clients.audit, log }),
      };
    case "rabbitmq":
      return {
        jobs: createRabbitmqJobTransport({ url: transport.url, log }),
        events: createRabbitmqEventTransport({ url: transport.url, log }),
      };
  }
}
