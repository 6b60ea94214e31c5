import type { Metrics } from "@veil/telemetry";

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
  return {
    onAppended: (count: number) => appended.inc(count),
    onPoisoned: (reason: "signature" | "body" | "event") => poisoned.inc({ reason }),
  };
}
