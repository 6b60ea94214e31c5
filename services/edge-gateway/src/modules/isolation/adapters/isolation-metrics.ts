import type { Clock } from "@veil/contracts/clock";
import type { Metrics } from "@veil/service-kit/telemetry";
import { leaksOf } from "../domain/combined-isolation.ts";
import type { IsolationMonitor, Verdict } from "../ports.ts";

interface IsolationMetricsNeeds {
  readonly current: IsolationMonitor["current"];
  readonly metrics: Metrics;
  readonly nowMs: Clock;
}

const VERDICTS = ["blocked", "open", "unverified"] as const satisfies readonly Verdict[];

/** Registers gauges of what `/invariant` reports. */
export function registerIsolationMetrics({ current, metrics, nowMs }: IsolationMetricsNeeds): void {
  const startedMs = nowMs();
  metrics.gauge(
    "veil_isolation_verdict",
    "1 for the current verdict about each direction between the sandboxes, 0 for the others",
    ["direction", "verdict"],
    (gauge) => {
      const { aToB, bToA } = current();
      for (const verdict of VERDICTS) {
        gauge.set({ direction: "a_to_b", verdict }, verdict === aToB ? 1 : 0);
        gauge.set({ direction: "b_to_a", verdict }, verdict === bToA ? 1 : 0);
      }
    },
  );
  metrics.gauge(
    "veil_isolation_finding_age_seconds",
    "Time since the oldest of the measurements behind the verdicts, or since the start if one is missing",
    [],
    (gauge) => {
      const measuredMs = current().probedAt?.getTime() ?? startedMs;
      gauge.set(Math.max(0, nowMs() - measuredMs) / 1_000);
    },
  );
  metrics.gauge(
    "veil_isolation_leaks",
    "Connections that must be closed and that the probes in the sandboxes' zones found open",
    [],
    (gauge) => gauge.set(leaksOf(current()).length),
  );
}
