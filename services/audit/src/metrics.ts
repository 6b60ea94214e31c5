import type { Metrics } from "@veil/telemetry";
import type { RefusalReason } from "./domain/refused-events.ts";

/** The service's own counters, as the calls that move them. */
export function createAuditMetrics(metrics: Metrics) {
  const appended = metrics.counter(
    "veil_audit_events_appended_total",
    "Events that are in the log for good, repeated ones not counted",
    [],
  );
  const poisoned = metrics.counter(
    "veil_audit_messages_poisoned_total",
    "Messages set aside because no retry could make them good, by what was wrong",
    ["reason"],
  );
  const refused = metrics.counter(
    "veil_audit_events_refused_total",
    "Events of the gateway's own that the log cannot hold and that were kept beside it, by what was wrong",
    ["reason"],
  );
  return {
    onAppended: (count: number) => appended.inc(count),
    onPoisoned: (reason: "signature" | "body") => poisoned.inc({ reason }),
    onRefused: (reason: RefusalReason) => refused.inc({ reason }),
  };
}
