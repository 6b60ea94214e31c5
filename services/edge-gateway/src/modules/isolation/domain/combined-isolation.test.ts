import { describe, expect, test } from "@jest/globals";
import type { Measured, Verdict, ZoneReport } from "../ports.ts";
import {
  combinedIsolation,
  invariantReport,
  operatorInvariantReport,
} from "./combined-isolation.ts";

const now = new Date("2026-01-01T00:10:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const measured = (aToB: Verdict = "blocked", bToA: Verdict = "blocked"): Measured => ({
  aToB,
  bToA,
  probedAt: now,
});
const zone = (change: Partial<ZoneReport> = {}): ZoneReport => ({
  verdict: "blocked",
  probedAt: minutesAgo(2),
  leaks: [],
  unproven: [],
  signed: undefined,
  ...change,
});

function combine(credentials: Measured, a = zone(), b = zone({ probedAt: minutesAgo(3) })) {
  const monitor = { current: () => credentials, probe: async () => credentials };
  const zones = () => ({ a, b });
  return combinedIsolation({ credentials: monitor, zones, nowMs: () => now.getTime() }).current();
}

test("Without probes in the zones, the report depends only on the access checks", async () => {
  const monitor = { current: measured, probe: async () => measured("open") };
  const combined = combinedIsolation({
    credentials: monitor,
    zones: undefined,
    nowMs: () => now.getTime(),
  });
  expect(combined.current()).toEqual({ ...measured(), enforcedBy: "service-credentials" });
  expect(await combined.probe()).toMatchObject({ aToB: "open" });
});

describe("combinedIsolation with probes in the zones", () => {
  test("A direction is blocked if access checks and probes found it blocked, with the time of the oldest measurement", () => {
    expect(combine(measured())).toMatchObject({
      aToB: "blocked",
      bToA: "blocked",
      probedAt: minutesAgo(3),
      enforcedBy: "network-policy and service-credentials",
    });
  });

  test.each<[Verdict, Verdict, Verdict]>([
    ["blocked", "open", "open"],
    ["open", "blocked", "open"],
    ["unverified", "open", "open"],
    ["blocked", "unverified", "unverified"],
    ["unverified", "blocked", "unverified"],
  ])(
    "If the access check is %s and the network is %s, the direction is %s",
    (first, second, worst) => {
      const { aToB, bToA } = combine(measured(first), zone({ verdict: second }));
      expect({ aToB, bToA }).toEqual({ aToB: worst, bToA: "blocked" });
    },
  );

  test("A direction is unverified if its probe is five minutes old", () => {
    const { aToB, bToA } = combine(measured(), zone(), zone({ probedAt: minutesAgo(5) }));
    expect({ aToB, bToA }).toEqual({ aToB: "blocked", bToA: "unverified" });
  });

  test("If one probe has never reported, probedAt of the combined report is undefined", () => {
    const report = combine(measured(), zone({ verdict: "unverified", probedAt: undefined }));
    expect(report).toMatchObject({ aToB: "unverified", probedAt: undefined });
  });
});

describe("/invariant", () => {
  const leaky = zone({ leaks: ["internet 1.1.1.1:443"] });

  test("/invariant holds when both directions are blocked and the probes reached nothing else", () => {
    expect(invariantReport(combine(measured()))).toMatchObject({
      holds: true,
      network_probes: { a: { verdict: "blocked" }, b: { verdict: "blocked" } },
    });
  });

  test("/invariant does not hold when a sandbox reaches a target that it must not reach", () => {
    expect(invariantReport(combine(measured(), leaky))).toMatchObject({
      holds: false,
      sandbox_a_to_sandbox_b: "blocked",
    });
  });

  test("/invariant does not hold when a target could not be proven closed", () => {
    const report = combine(measured(), zone({ unproven: ["rabbitmq refused"] }));
    expect(invariantReport(report)).toMatchObject({ holds: false });
  });

  test("only the operator's /invariant contains the reached targets and the signed reports", () => {
    const report = combine(measured(), leaky);
    expect(operatorInvariantReport(report)).toMatchObject({
      holds: false,
      network_probes: { a: { leaks: ["internet 1.1.1.1:443"], signed_report: null } },
    });
    expect(JSON.stringify(invariantReport(report))).not.toMatch(/1\.1\.1\.1|signed/);
  });
});
