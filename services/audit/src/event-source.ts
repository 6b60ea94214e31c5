import type { Logger } from "@veil/service-kit/telemetry";
import {
  createHttpEventSource,
  createRabbitmqEventSource,
  type EventSource,
} from "@veil/transport/events";
import type { RequestHandler } from "express";
import type { TransportConfig } from "./config.ts";

interface OpenSource {
  readonly source: EventSource;
  readonly eventRoutes?: RequestHandler;
}

export function openSource(transport: TransportConfig, log: Logger): OpenSource {
  switch (transport.kind) {
    case "http": {
      const source = createHttpEventSource({ log });
      return { source, eventRoutes: source.router };
    }
    case "rabbitmq": {
      const { url, prefetch } = transport;
      return { source: createRabbitmqEventSource({ url, log, prefetch }) };
    }
  }
}
