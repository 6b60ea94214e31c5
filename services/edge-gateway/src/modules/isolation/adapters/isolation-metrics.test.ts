import { expect, test } from "@jest/globals";
import { createMetrics } from "@veil/service-kit/telemetry";
import type { IsolationReport, ZoneReport } from "../ports.ts";
import { registerIsolationMetrics } from "./isolation-metrics.ts";

const STARTED_MS = Date.parse("2026-01-01T00:00:00Z");
const NEVER: IsolationReport = {
  aToB: "unverified",
  bToA: "unverified",
  probedAt: undefined,
  enforcedBy: "service-credentials",
};

function registered() {
  const clock = { ms: STARTED_MS };
  const state = { report: NEVER };
  const metrics = createMetrics("test");
  registerIsolationMetrics({ metrics, current: () => state.report, nowMs: () => clock.ms });
  const value = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
  return { clock, state, value };
}

test("the age of the finding is the time since the start until there is a measurement, and then the time since that", async () => {
  const { clock, state, value } = registered();
  clock.ms += 90_000;
  expect(await value("veil_isolation_finding_age_seconds")).toBe(90);
  state.report = { ...NEVER, probedAt: new Date(clock.ms) };
  clock.ms += 30_000;
  expect(await value("veil_isolation_finding_age_seconds")).toBe(30);
});

test("the leaks of both zones are counted", async () => {
  const { state, value } = registered();
  expect(await value("veil_isolation_leaks")).toBe(0);
  const zone = (leaks: readonly string[]): ZoneReport => ({
    ...{ verdict: "blocked", probedAt: new Date(STARTED_MS), unproven: [], signed: undefined },
    leaks,
  });
  state.report = { ...NEVER, zones: { a: zone(["redis"]), b: zone(["gateway-db", "redis"]) } };
  expect(await value("veil_isolation_leaks")).toBe(3);
});
