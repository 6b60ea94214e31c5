import type { Clock } from "@veil/contracts/clock";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { coalesce } from "../../../platform/batcher.ts";
import type { BacklogReader, StoredBacklog } from "../ports.ts";

interface BacklogMetricsNeeds {
  readonly stored: BacklogReader["stored"];
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

type Kind = Exclude<keyof StoredBacklog, "refusedEvents">;

/** The label of each line. The set is closed. */
const KINDS = {
  jobs: "jobs",
  jobOutbox: "job_outbox",
  eventOutbox: "event_outbox",
  certificates: "certificates",
  unprovenBatches: "unproven_batches",
} as const satisfies Record<Kind, string>;

/** One scrape reads two gauges, and needs the rows only once. */
const KEPT_MS = 1_000;

/**
 * Registers gauges of the waiting work that `GET /api/v1/admin/backlog` shows. Each scrape reads
 * the database. If it does not respond, the gauges have no values, and the other metrics stay
 * readable.
 */
export function registerBacklogMetrics({ stored, metrics, log, nowMs }: BacklogMetricsNeeds): void {
  const read = coalesce(KEPT_MS, () =>
    stored().catch((error: unknown) => {
      log.warn("backlog_not_read", { error });
      return undefined;
    }),
  );
  metrics.gauge(
    "veil_backlog_waiting",
    "Rows that wait in the gateway's database, by kind; refused_events will never be sent",
    ["kind"],
    async (gauge) => {
      const backlog = await read();
      gauge.reset();
      if (backlog === undefined) return;
      for (const [name, kind] of kinds()) gauge.set({ kind }, backlog[name].waiting);
      gauge.set({ kind: "refused_events" }, backlog.refusedEvents);
    },
  );
  metrics.gauge(
    "veil_backlog_oldest_seconds",
    "Time since the oldest waiting row of each kind was stored; 0: there is none",
    ["kind"],
    async (gauge) => {
      const backlog = await read();
      gauge.reset();
      if (backlog === undefined) return;
      for (const [name, kind] of kinds())
        gauge.set({ kind }, ageSeconds(backlog[name].oldestAt, nowMs()));
    },
  );
}

function kinds(): readonly (readonly [Kind, string])[] {
  return Object.entries(KINDS) as [Kind, string][];
}

function ageSeconds(oldestAt: Date | undefined, nowMs: number): number {
  return oldestAt === undefined ? 0 : Math.max(0, nowMs - oldestAt.getTime()) / 1_000;
}
