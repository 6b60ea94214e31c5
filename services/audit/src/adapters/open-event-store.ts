import { createPool, createSchemaCheck } from "@veil/postgres-kit";
import type { Logger } from "@veil/service-kit/telemetry";
import type { CheckpointStore } from "../checkpoints/checkpoint-ports.ts";
import { MIGRATIONS } from "../migrations-folder.ts";
import type { EventStore } from "../ports.ts";
import { createPostgresCheckpointStore } from "./postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

export interface OpenStore {
  readonly store: EventStore;
  readonly checkpoints: CheckpointStore;
  /** Returns whether the database has every migration that this version needs. */
  isSchemaCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

const QUERY_CONNECTIONS = 2;
const CHECKPOINT_CONNECTIONS = 2;
const QUERY_TIMEOUT_MS = 2_000;

/**
 * Opens the stores. Queries and checkpoints use separate connections, in addition to `connections`.
 */
export function openEventStore(url: string, log: Logger, connections = 1): OpenStore {
  const database = createPool({ url, max: connections, log, applicationName: "veil-audit" });
  const reads = createPool({
    url,
    max: QUERY_CONNECTIONS,
    statementTimeoutMs: QUERY_TIMEOUT_MS,
    log,
    applicationName: "veil-audit-queries",
  });
  const own = createPool({
    url,
    max: CHECKPOINT_CONNECTIONS,
    log,
    applicationName: "veil-audit-checkpoints",
  });
  return {
    store: createPostgresEventStore(database, reads),
    checkpoints: createPostgresCheckpointStore(own),
    isSchemaCurrent: createSchemaCheck({ database: reads, folder: MIGRATIONS, log }),
    async close() {
      await own.close();
      await reads.close();
      await database.close();
    },
  };
}
