import { createPool } from "@veil/postgres-kit";
import type { Logger } from "@veil/telemetry";
import type { EventStore } from "../ports.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

interface OpenStore {
  readonly store: EventStore;
  close(): Promise<void>;
}

export function openEventStore(url: string, log: Logger, connections = 1): OpenStore {
  const database = createPool({ url, max: connections, log, applicationName: "veil-audit" });
  return { store: createPostgresEventStore(database), close: () => database.close() };
}
