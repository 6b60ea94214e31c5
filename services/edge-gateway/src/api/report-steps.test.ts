import { expect, test } from "@jest/globals";
import { createMetrics, createSteps } from "@veil/service-kit/telemetry";
import type { TracedWork, Tracing } from "@veil/tracing";
import type { Response } from "express";
import { createStepReport } from "./report-steps.ts";

const ORIGIN_MS = 1_700_000_000_000;
const ENDED = { method: "POST", route: "/v1/messages", status: 200 };
const res = (refusal?: string) => ({ locals: { refusal } }) as unknown as Response;

function reporting() {
  const metrics = createMetrics("test");
  const traces: (readonly [TracedWork, readonly TracedWork[] | undefined])[] = [];
  const tracing: Tracing = {
    ...{ start: async () => {}, stop: async () => {} },
    record(root, parts) {
      traces.push([root, parts]);
      return "trace";
    },
  };
  const series = async () =>
    (await metrics.registry.metrics()).match(/^veil_added.*(?:count|sum).*$/gm);
  return { metrics, tracing, traces, series };
}

test("A call of 300 ms whose provider took 280 ms added 20 ms, and its route is the only label", async () => {
  const { metrics, series } = reporting();
  const steps = createSteps();
  steps.waitedOutside(280);
  const ended = { ...ENDED, startedAtMs: 1_000, endedAtMs: 1_300 };
  expect(createStepReport(metrics, undefined)(steps, ended, res())).toBeUndefined();
  expect(await series()).toEqual([
    'veil_added_latency_seconds_sum{service="test",route="/v1/messages"} 0.02',
    'veil_added_latency_seconds_count{service="test",route="/v1/messages"} 1',
  ]);
});

test("A request that no provider answered adds no observation", async () => {
  const { metrics, series } = reporting();
  const ended = { ...ENDED, startedAtMs: 1_000, endedAtMs: 1_300 };
  createStepReport(metrics, undefined)(createSteps(), ended, res());
  expect(await series()).toBeNull();
});

test("A trace has the request with its refusal, and its steps, of which one that has not ended has failed", () => {
  const { metrics, tracing, traces } = reporting();
  let now = 1_000;
  const steps = createSteps(() => now);
  steps.begin("prepare", "call")();
  steps.begin("answer", "call");
  steps.describe("answer", () => ({ "gen_ai.operation.name": "chat" }));
  now = 1_200;
  const ended = { ...ENDED, status: 503, startedAtMs: 900, endedAtMs: 1_250 };
  expect(createStepReport(metrics, tracing, ORIGIN_MS)(steps, ended, res("server_busy"))).toBe(
    "trace",
  );
  const at = (ms: number) => ORIGIN_MS + ms;
  const call = { kind: "call", startedAtMs: 1_000, startMs: at(1_000) };
  expect(traces).toEqual([
    [
      {
        ...{ name: "POST /v1/messages", kind: "request", startMs: at(900), endMs: at(1_250) },
        isFailed: true,
        attributes: {
          ...{ "http.request.method": "POST", "http.route": "/v1/messages" },
          ...{ "http.response.status_code": 503, "error.type": "server_busy" },
        },
      },
      [
        {
          ...call,
          name: "prepare",
          endedAtMs: 1_000,
          endMs: at(1_000),
          isFailed: false,
          attributes: {},
        },
        {
          ...{ ...call, name: "answer", endedAtMs: 1_200, endMs: at(1_200), isFailed: true },
          attributes: { "gen_ai.operation.name": "chat" },
        },
      ],
    ],
  ]);
});
