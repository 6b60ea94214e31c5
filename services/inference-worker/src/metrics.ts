import type { Metrics } from "@veil/telemetry";
import type { JobEnd } from "./routes/job-end.ts";

export function createJobMetrics(metrics: Metrics) {
  const ended = metrics.counter(
    "veil_inference_deliveries_total",
    "Deliveries of jobs and direct calls, by result",
    ["end"],
  );
  return { onEnd: (end: JobEnd) => ended.inc({ end }) };
}
