import type { Metrics } from "@veil/telemetry";
import type { JobEnd } from "./routes/job-end.ts";

/** The service's own counter, as the call that moves it. */
export function createJobMetrics(metrics: Metrics) {
  const ended = metrics.counter(
    "veil_inference_deliveries_total",
    "Deliveries of jobs and direct calls, by how they ended",
    ["end"],
  );
  return { onEnd: (end: JobEnd) => ended.inc({ end }) };
}
