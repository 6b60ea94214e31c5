import { createPool, type Database } from "@veil/postgres-kit";
import type { Env } from "@veil/service-kit/config";
import { createLogger } from "@veil/service-kit/telemetry";
import type { NoteKey } from "@veil/veil/log";
import { createArchiveFolder } from "../adapters/archive-folder.ts";
import { createPostgresCheckpointStore } from "../adapters/postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "../adapters/postgres-event-store.ts";
import { createPostgresPrunings } from "../adapters/postgres-prunings.ts";
import type { ArchiveEvents } from "../checkpoints/checkpoint-ports.ts";
import { readPruneConfig } from "../config.ts";
import { createArchiver } from "../pruning/archive-events.ts";
import { pruneEvents } from "../pruning/prune-events.ts";
import { createLogStart } from "../pruning/read-log-start.ts";

const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Deletes the events that the log has signed for deletion, after it has archived them if a folder is
 * configured. Exits with 1 when a pruning is refused.
 */
export async function runPrune(env: Env): Promise<void> {
  const { url, auditDays: days, archiveFolder, logKeys: keys } = readPruneConfig(env);
  if (days === 0) return console.log("AUDIT_DAYS is 0: every event is kept");
  const log = createLogger({ service: "audit", level: "warn" });
  const database = createPool({
    ...{ url, max: 1, log, applicationName: "veil-audit-prune" },
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const prunings = createPostgresPrunings(database);
    const archiveEvents =
      archiveFolder === undefined ? undefined : archiverOf(database, keys, archiveFolder);
    const result = await pruneEvents({ prunings, keys, days, archiveEvents, nowMs: Date.now });
    console.log(`${result.pruned} events pruned`);
    if (result.refused === undefined) return;
    console.log(
      `the pruning of ${result.refused.size} events is refused: ${result.refused.reason}`,
    );
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function archiverOf(database: Database, keys: readonly NoteKey[], folder: string): ArchiveEvents {
  const checkpoints = createPostgresCheckpointStore(database);
  return createArchiver({
    events: createPostgresEventStore(database),
    checkpoints,
    readLogStart: createLogStart(checkpoints, keys),
    archives: createArchiveFolder(folder),
    keys,
  });
}
