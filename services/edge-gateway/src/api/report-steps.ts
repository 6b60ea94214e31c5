import type { ContextOptions } from "@veil/service-kit/http";
import type { Metrics, RequestStep } from "@veil/service-kit/telemetry";
import type { Tracing } from "@veil/tracing";
import { refusalOf } from "../modules/calls/activities/middleware/count-use.ts";

type OnSteps = NonNullable<ContextOptions["onSteps"]>;

/**
 * Returns the report of a request's steps: the time that the gateway and its services add to the
 * provider's, and the trace, if there are traces.
 * @param originMs - the time to which the times of steps are relative
 */
export function createStepReport(
  metrics: Metrics,
  tracing: Tracing | undefined,
  originMs = performance.timeOrigin,
): OnSteps {
  const added = metrics.histogram(
    "veil_added_latency_seconds",
    "Time to answer a call without the time that the provider took, by route pattern",
    ["route"],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  const timesOf = ({ startedAtMs, endedAtMs }: Pick<RequestStep, "startedAtMs" | "endedAtMs">) => ({
    startMs: originMs + startedAtMs,
    endMs: originMs + endedAtMs,
  });
  return (steps, ended, res) => {
    const { route, startedAtMs, endedAtMs } = ended;
    const { outsideMs } = steps;
    if (outsideMs !== undefined)
      added.observe({ route }, Math.max(0, endedAtMs - startedAtMs - outsideMs) / 1000);
    if (tracing === undefined) return undefined;
    const parts = steps.all().map((step) => ({ ...step, ...timesOf(step) }));
    return tracing.record({ ...requestWork(ended, refusalOf(res)), ...timesOf(ended) }, parts);
  };
}

function requestWork(
  { method, route, status }: Parameters<OnSteps>[1],
  refusal = status === 499 ? "client_closed_request" : undefined,
) {
  return {
    ...{ name: `${method} ${route}`, kind: "request" as const, isFailed: status >= 500 },
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "error.type": refusal,
    },
  };
}
