import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { EnvReader } from "@veil/service-kit/config";
import { createLogger, createMetrics } from "@veil/service-kit/telemetry";
import { type Collector, startCollector, until } from "@veil/testing";
import { createTestCa } from "@veil/testing/tls";
import { readTracing } from "./read-tracing.ts";
import type { TracedWork } from "./span-writer.ts";
import { createTracing, type Tracing } from "./tracing.ts";

const START_MS = Date.UTC(2026, 0, 1, 12);
const request: TracedWork = {
  ...{ name: "POST /v1/messages", kind: "request", startMs: START_MS, endMs: START_MS + 1_000 },
};
const folder = mkdtempSync(path.join(tmpdir(), "veil-collector-"));
const authority = await createTestCa();
const { ca: otherCa } = await createTestCa();

let collector: Collector;
let tracing: Tracing;
beforeEach(async () => {
  collector = await startCollector(await authority.issue({ ips: ["127.0.0.1"] }));
});
afterEach(async () => {
  await tracing.stop();
  await collector.close();
  rmSync(path.join(folder, "ca.crt"), { force: true });
});

/** Starts tracing with the settings of a service in production, whose authority is this one. */
async function startTracing(ca: string | undefined) {
  const file = path.join(folder, "ca.crt");
  if (ca !== undefined) writeFileSync(file, ca);
  const read = new EnvReader({
    ...{ NODE_ENV: "production", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    ...(ca !== undefined && { OTEL_EXPORTER_OTLP_CERTIFICATE: file }),
  });
  const settings = readTracing(read);
  read.done();
  if (settings === undefined) throw new Error("Tracing has no settings");
  const lines: string[] = [];
  const metrics = createMetrics("test");
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "test", level: "info", destination });
  tracing = createTracing(settings, { service: "edge-gateway", metrics, log });
  await tracing.start();
  return {
    lines,
    async countOf(outcome: string) {
      const { values = [] } =
        (await metrics.registry.getSingleMetric("veil_trace_spans_total")?.get()) ?? {};
      return values.find(({ labels }) => labels["outcome"] === outcome)?.value;
    },
  };
}

test("With the private authority of a collector over https in OTEL_EXPORTER_OTLP_CERTIFICATE, the collector gets the spans", async () => {
  const { countOf, lines } = await startTracing(authority.ca);
  expect(tracing.record(request)).toMatch(/^[0-9a-f]{32}$/);
  await until("the span is exported", async () => (await countOf("exported")) === 1);
  expect(collector.spans().map(({ name }) => name)).toEqual(["POST /v1/messages"]);
  expect(lines).toEqual([]);
});

test.each([
  ["another authority in the file", otherCa],
  ["no authority in the settings", undefined],
])(
  "With %s, spans fail and are counted, the collector gets nothing, and work is still recorded",
  async (_what, ca) => {
    const { countOf, lines } = await startTracing(ca);
    for (const failed of [1, 2]) {
      expect(tracing.record(request)).toMatch(/^[0-9a-f]{32}$/);
      await until("the span has failed", async () => (await countOf("failed")) === failed);
    }
    expect(await countOf("exported")).toBe(0);
    expect(collector.headers).toEqual([]);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["collector_lost"]);
  },
);
