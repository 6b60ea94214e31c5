import type { Clock } from "@veil/contracts/clock";
import type { Metrics } from "@veil/service-kit/telemetry";
import type { CanaryResult } from "../ports.ts";

interface CanaryMetricsNeeds {
  readonly last: () => CanaryResult | undefined;
  readonly metrics: Metrics;
  readonly nowMs: Clock;
}

/** Registers gauges of the last run of the masking canary. */
export function registerCanaryMetrics({ last, metrics, nowMs }: CanaryMetricsNeeds): void {
  const startedMs = nowMs();
  metrics.gauge(
    "veil_masking_canary_missed_values",
    "Planted values that the sanitiser did not replace in the last run of the masking canary",
    [],
    (gauge) => gauge.set(last()?.missed.length ?? 0),
  );
  metrics.gauge(
    "veil_masking_canary_age_seconds",
    "Time since the last run of the masking canary that got an answer, or since the start",
    [],
    (gauge) => gauge.set(Math.max(0, nowMs() - (last()?.at.getTime() ?? startedMs)) / 1_000),
  );
}
