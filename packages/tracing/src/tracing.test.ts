import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createLogger, createMetrics, type Metrics } from "@veil/service-kit/telemetry";
import {
  attributesOf,
  type Collector,
  type ReceivedSpan,
  startCollector,
  until,
} from "@veil/testing";
import { ATTRIBUTES } from "./attributes.ts";
import type { TracedWork } from "./span-writer.ts";
import { createTracing, type Tracing } from "./tracing.ts";

/** 12:00:00.250 UTC on a day. */
const START_MS = Date.UTC(2026, 0, 1, 12) + 250;
const MAX_WAITING = 2_048;

const request: TracedWork = {
  ...{ name: "POST /v1/messages", kind: "request", startMs: START_MS, endMs: START_MS + 1_300 },
  attributes: { "http.route": "/v1/messages", "http.response.status_code": 200 },
};
const call: TracedWork = {
  ...{ name: "sanitise", kind: "call", startMs: START_MS + 10, endMs: START_MS + 30 },
};
const own: TracedWork = {
  ...{ name: "relink", kind: "own", startMs: START_MS + 1_200, endMs: START_MS + 1_207.5 },
};

let collector: Collector;
let metrics: Metrics;
let tracing: Tracing;
let lines: string[];
beforeEach(async () => {
  collector = await startCollector();
  tracing = open();
});
afterEach(async () => {
  await tracing.stop();
  await collector.close();
});

function open(ratio = 1): Tracing {
  metrics = createMetrics("test");
  lines = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "test", level: "info", destination });
  const settings = { url: `${collector.url}/v1/traces`, headers: { "x-key": "k" }, ratio };
  return createTracing({ ...settings, ca: undefined }, { service: "edge-gateway", metrics, log });
}

async function sent(...[root, parts]: Parameters<Tracing["record"]>) {
  await tracing.start();
  const traceId = tracing.record(root, parts);
  await tracing.stop();
  return { traceId, spans: collector.spans() };
}

async function countOf(outcome: string): Promise<number> {
  const { values } =
    (await metrics.registry.getSingleMetric("veil_trace_spans_total")?.get()) ?? {};
  return values?.find(({ labels }) => labels["outcome"] === outcome)?.value ?? Number.NaN;
}

const secondsOf = ({ startTimeUnixNano, endTimeUnixNano }: ReceivedSpan) =>
  [startTimeUnixNano, endTimeUnixNano].map((nanos) => Number(BigInt(nanos) / 1_000n) / 1e6);

describe("What leaves", () => {
  test("a request and its parts are spans of one trace, with the headers of the settings", async () => {
    const { traceId, spans } = await sent(request, [call, own]);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ["sanitise", 3],
      ["relink", 1],
      ["POST /v1/messages", 2],
    ]);
    const [sanitise, , root] = spans;
    expect(sanitise?.parentSpanId).toBe(root?.spanId);
    expect(root?.parentSpanId).toBeUndefined();
    expect(collector.headers.map((headers) => headers["x-key"])).toEqual(["k"]);
    expect(collector.text()).toContain('"service.name","value":{"stringValue":"edge-gateway"}');
  });

  test("all spans begin at whole seconds, and only the service's own work keeps a finer duration", async () => {
    const { spans } = await sent(request, [call, own]);
    const second = Math.floor(START_MS / 1_000);
    const times = new Map(spans.map((span) => [span.name, secondsOf(span)]));
    expect(times.get("POST /v1/messages")).toEqual([second, second + 2]);
    expect(times.get("sanitise")).toEqual([second, second + 1]);
    expect(times.get("relink")).toEqual([second + 1, second + 1.0075]);
  });

  test("an attribute that is not in the table, or whose value has another form, does not leave", async () => {
    const attributes = {
      ...{ "http.route": "/v1/messages?q=Weber", "http.response.status_code": 200 },
      ...{ "enduser.id": "Weber", "error.type": "Ann Weber", "gen_ai.request.model": "Ann Weber" },
      "gen_ai.response.finish_reasons": ["stop", "Weber\n"],
    };
    const { spans } = await sent({ ...request, name: "GET /?q=Weber", attributes });
    expect(spans.map(({ name }) => name)).toEqual(["unnamed"]);
    expect(spans.map(attributesOf)).toEqual([{ "http.response.status_code": 200 }]);
    expect(collector.text()).not.toContain("Weber");
  });

  test("failed work has the status error, without a message", async () => {
    const { spans } = await sent({ ...request, isFailed: true });
    expect(spans.map(({ status, events, links }) => [status, events, links])).toEqual([
      [{ code: 2 }, [], []],
    ]);
  });
});

describe("When nothing is exported", () => {
  test("before start and with the ratio 0, record returns no trace id", async () => {
    expect(tracing.record(request)).toBeUndefined();
    tracing = open(0);
    expect((await sent(request)).traceId).toBeUndefined();
    expect(collector.headers).toEqual([]);
  });

  test("a collector that refuses spans is counted for each span and logged once, until it takes some", async () => {
    await tracing.start();
    collector.respondWith(400);
    for (const failed of [1, 2]) {
      tracing.record(request);
      await until("the spans have failed", async () => (await countOf("failed")) === failed);
    }
    collector.respondWith(200);
    tracing.record(request);
    await until("the span has arrived", async () => (await countOf("exported")) === 1);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual([
      "collector_lost",
      "collector_back",
    ]);
  });

  test("when the queue is full, further spans are dropped and counted, and stop ends although the collector is away", async () => {
    await collector.close();
    await tracing.start();
    for (let at = 0; at < MAX_WAITING + 3; at++) tracing.record(request);
    expect(await countOf("dropped")).toBe(3);
    await tracing.stop();
  });
});

test("The decision record lists the attributes of the table", () => {
  const url = new URL("../../../docs/decisions/0076-what-a-trace-may-hold.md", import.meta.url);
  const rows = readFileSync(url, "utf8").matchAll(/^\| (`[^|]+) \|/gm);
  const named = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([\w.]+)`/g)]);
  expect(named.map(([, name]) => name)).toEqual(Object.keys(ATTRIBUTES));
});
