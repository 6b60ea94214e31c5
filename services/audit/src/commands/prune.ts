import { createPool } from "@veil/postgres-kit";
import type { Env } from "@veil/service-kit/config";
import { createLogger } from "@veil/service-kit/telemetry";
import { createPostgresPrunings } from "../adapters/postgres-prunings.ts";
import { readPruneConfig } from "../config.ts";
import { pruneEvents } from "../pruning/prune-events.ts";

const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Deletes the events that the log has signed for deletion. Exits with 1 when a pruning is refused.
 */
export async function runPrune(env: Env): Promise<void> {
  const { url, auditDays: days, logKeys: keys } = readPruneConfig(env);
  if (days === 0) return console.log("AUDIT_DAYS is 0: every event is kept");
  const log = createLogger({ service: "audit", level: "warn" });
  const database = createPool({
    ...{ url, max: 1, log, applicationName: "veil-audit-prune" },
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const prunings = createPostgresPrunings(database);
    const result = await pruneEvents({ prunings, keys, days, nowMs: Date.now });
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
