import { createPool } from "@veil/postgres-kit";
import type { Logger } from "@veil/telemetry";
import {
  createHttpEventSource,
  createRabbitmqEventSource,
  type EventSource,
} from "@veil/transport/events";
import type { RequestHandler } from "express";
import { createPostgresEventStore } from "./adapters/postgres-event-store.ts";
import type { TransportConfig } from "./config.ts";
import type { EventStore } from "./ports.ts";

interface OpenStore {
  readonly store: EventStore;
  close(): Promise<void>;
}

export function openStore(url: string, log: Logger, connections = 1): OpenStore {
  const database = createPool({ url, max: connections, log, applicationName: "veil-audit" });
  return { store: createPostgresEventStore(database), close: () => database.close() };
}

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
