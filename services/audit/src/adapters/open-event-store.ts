import { createPool } from "@veil/postgres-kit";
import type { Logger } from "@veil/telemetry";
import type { EventStore } from "../ports.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

interface OpenStore {
  readonly store: EventStore;
  close(): Promise<void>;
}

const QUERY_CONNECTIONS = 2;
const QUERY_TIMEOUT_MS = 2_000;

/** Queries have connections of their own, beside `connections`. */
export function openEventStore(url: string, log: Logger, connections = 1): OpenStore {
  const database = createPool({ url, max: connections, log, applicationName: "veil-audit" });
  const reads = createPool({
    url,
    max: QUERY_CONNECTIONS,
    statementTimeoutMs: QUERY_TIMEOUT_MS,
    log,
    applicationName: "veil-audit-queries",
  });
  return {
    store: createPostgresEventStore(database, reads),
    async close() {
      await reads.close();
      await database.close();
    },
  };
}
