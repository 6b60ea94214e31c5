import type { Metrics } from "@veil/telemetry";
import type { RefusalReason } from "./domain/refused-events.ts";

export function createAuditMetrics(metrics: Metrics) {
  const appended = metrics.counter(
    "veil_audit_events_appended_total",
    "Events that were appended to the log, without repetitions",
    [],
  );
  const poisoned = metrics.counter(
    "veil_audit_messages_poisoned_total",
    "Messages that became dead letters because a retry cannot succeed, by reason",
    ["reason"],
  );
  const refused = metrics.counter(
    "veil_audit_events_refused_total",
    "Events of genuine batches that the log cannot hold and that became dead letters, by reason",
    ["reason"],
  );
  return {
    onAppended: (count: number) => appended.inc(count),
    onPoisoned: (reason: "signature" | "body") => poisoned.inc({ reason }),
    onRefused: (reason: RefusalReason) => refused.inc({ reason }),
  };
}
