import { describe, expect, test } from "@jest/globals";
import type { IsolationReport } from "../../isolation/ports.ts";
import { networkIsolation } from "./network-isolation.ts";

const now = new Date("2026-01-01T00:00:02.000Z");
const probed: IsolationReport = {
  aToB: "blocked",
  bToA: "blocked",
  enforcedBy: "service-credentials",
  probedAt: new Date("2026-01-01T00:00:01.000Z"),
};

describe("The isolation in the trace", () => {
  test("says blocked when a fresh probe found so", () => {
    expect(networkIsolation(probed, now).sandbox_a_to_sandbox_b).toMatch(/^blocked/);
    expect(networkIsolation(probed, now).hint).toBeUndefined();
  });

  test("says what was measured in a cluster, and hints at other targets that a sandbox reaches", () => {
    const zone = {
      verdict: "blocked",
      probedAt: now,
      leaks: [],
      unproven: [],
      signed: undefined,
    } as const;
    const network = {
      ...probed,
      enforcedBy: "network-policy and service-credentials",
      zones: { a: zone, b: zone },
    } as const;
    expect(networkIsolation(network, now)).toMatchObject({
      sandbox_a_to_sandbox_b: expect.stringMatching(
        /^blocked: no connection from the sandbox's zone succeeded/,
      ),
      enforced_by: "network-policy and service-credentials",
    });
    const leaky = { ...network, zones: { a: zone, b: { ...zone, leaks: ["internet ::1:443"] } } };
    expect(networkIsolation(leaky, now).hint).toMatch(/a peer that it must not reach/);
  });

  test.each<[string, IsolationReport, Date]>([
    ["never probed", { ...probed, probedAt: undefined }, now],
    ["probed more than five minutes ago", probed, new Date(now.getTime() + 300_000)],
    ["the probe could not be completed", { ...probed, aToB: "unverified" }, now],
    ["the access check let the other sandbox in", { ...probed, aToB: "open" }, now],
  ])("does not say blocked when %s, and hints why", (_case, report, at) => {
    const said = networkIsolation(report, at);
    expect(said.sandbox_a_to_sandbox_b).not.toMatch(/^blocked/);
    expect(said.hint).toBeDefined();
  });
});
