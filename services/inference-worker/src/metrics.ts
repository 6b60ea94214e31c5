import type { Metrics } from "@veil/service-kit/telemetry";
import type { ProviderQuery } from "./routes/answer-query.ts";
import type { JobEnd, QueryEnd } from "./routes/job-end.ts";

export function createJobMetrics(metrics: Metrics) {
  const ended = metrics.counter(
    "veil_inference_deliveries_total",
    "Deliveries of jobs and direct calls, by result",
    ["end"],
  );
  const queries = metrics.counter(
    "veil_inference_queries_total",
    "Questions about providers, by kind and result",
    ["query", "end"],
  );
  return {
    onEnd: (end: JobEnd) => ended.inc({ end }),
    onQueryEnd: (query: ProviderQuery, end: QueryEnd) => queries.inc({ query, end }),
  };
}
