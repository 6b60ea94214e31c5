import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * The metrics of a process. Labels must be closed sets, such as routes, statuses and codes, never
 * ids or values.
 */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<"method" | "route" | "status">;
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L>;
  /** `buckets` are upper limits in seconds. */
  histogram<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    buckets: readonly number[],
  ): Histogram<L>;
  /** `collect` sets the values when they are scraped. A value that it does not set stays. */
  gauge<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>;
}

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: "veil_http_request_duration_seconds",
      help: "Time to answer a request, by route pattern",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
      registers,
    }),
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames, buckets) =>
      new Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
    gauge: (name, help, labelNames, collect) =>
      new Gauge({
        ...{ name, help, labelNames, registers },
        ...(collect !== undefined && {
          collect() {
            return collect(this);
          },
        }),
      }),
  };
}
