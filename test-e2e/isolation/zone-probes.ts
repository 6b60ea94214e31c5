import { expect, test } from "@jest/globals";
import { IsolationFindings, IsolationReportMessage } from "@veil/contracts/isolation";
import { checked } from "@veil/contracts/parsing";
import { type ProbeName, verifyMessage } from "@veil/crypto";
import { compileNftables } from "@veil/netpol";
import { until } from "@veil/testing";
import { finalOf } from "../support/clients/gateway.ts";
import { trustOf } from "../support/keys.ts";
import { letterRequest } from "../support/texts.ts";
import { leakedPolicies } from "./cluster/leaked-edge.ts";
import type { PlannedCluster } from "./cluster/plan-cluster.ts";
import type { Isolated } from "./stack/open-isolated.ts";

interface ZoneProbe {
  readonly verdict: string;
  readonly leaks: readonly string[];
  readonly probed_at: string;
  readonly signed_report: unknown;
}

interface Invariant {
  readonly holds: boolean;
  readonly sandbox_a_to_sandbox_b: string;
  readonly sandbox_b_to_sandbox_a: string;
  readonly enforced_by: string;
  readonly network_probes: Readonly<Record<"a" | "b", ZoneProbe>>;
}

const parseReport = checked(IsolationReportMessage);
const parseFindings = checked(IsolationFindings);

export function describeZoneProbes(isolated: () => Isolated, planned: PlannedCluster): void {
  const invariant = async () => {
    const { stack } = isolated().scenario;
    return (await (await fetch(`${stack.opsUrl("edge-gateway")}/invariant`)).json()) as Invariant;
  };

  async function probedUnder(policies: PlannedCluster["cluster"]["policies"]) {
    const before = await invariant();
    await isolated().network.load(compileNftables(policies, planned.plan));
    await isolated().probes.run();
    return until("the gateway has both reports", async () => {
      const after = await invariant();
      const fresh = (["a", "b"] as const).every(
        (zone) => after.network_probes[zone].probed_at > before.network_probes[zone].probed_at,
      );
      return fresh && after;
    });
  }

  function findingsOf({ signed_report }: ZoneProbe, probe: ProbeName) {
    const trust = trustOf(isolated().scenario.stack);
    const report = parseReport(signed_report);
    const body = verifyMessage(report, { from: probe, to: "edge-gateway", trust });
    return parseFindings(JSON.parse(body));
  }

  async function traced() {
    const { gateway, customer } = isolated().scenario;
    const { apiKey } = await customer();
    return finalOf(await gateway.proxy(apiKey, letterRequest())).compliance_trace.network_isolation;
  }

  test("Under the shipped policies everything is closed, and a client can verify the signatures of the findings", async () => {
    const { network_probes, ...report } = await invariant();
    expect(report).toMatchObject({
      holds: true,
      sandbox_a_to_sandbox_b: "blocked",
      sandbox_b_to_sandbox_a: "blocked",
      enforced_by: "network-policy and service-credentials",
    });
    const a = findingsOf(network_probes.a, "bridge-probe").targets;
    // Every target is silent except the Internet, to which there is no route.
    const silent = a.filter(({ name }) => name !== "internet").map(({ outcome }) => outcome);
    expect(new Set(silent)).toEqual(new Set(["silent"]));
    expect(a.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["inference-worker", "rabbitmq", "gateway-db", "api-server"]),
    );
    const b = findingsOf(network_probes.b, "inference-worker-probe").targets;
    const connected = b.filter(({ outcome }) => outcome === "connected");
    expect(connected).toMatchObject([{ name: "egress-proxy", expected: "open" }]);
    expect((await traced()).sandbox_a_to_sandbox_b).toMatch(/^blocked: no connection/);
  });

  test("The probes report a leaked edge, then the absence of all policies, then the shipped policies again", async () => {
    const leaky = await probedUnder(leakedPolicies(planned));
    expect(leaky).toMatchObject({
      holds: false,
      sandbox_a_to_sandbox_b: "open",
      sandbox_b_to_sandbox_a: "blocked",
    });
    expect(leaky.network_probes.a.leaks).toEqual([]);
    const said = await traced();
    expect(said.sandbox_a_to_sandbox_b).toMatch(/^open/);
    expect(said.hint).toEqual(expect.any(String));

    const open = await probedUnder([]);
    expect(open).toMatchObject({
      holds: false,
      sandbox_a_to_sandbox_b: "open",
      sandbox_b_to_sandbox_a: "open",
    });
    const leaks = open.network_probes.a.leaks.map((leak) => leak.split(" ")[0]);
    expect(leaks).toEqual(expect.arrayContaining(["rabbitmq", "gateway-db", "redis", "audit"]));

    const mended = await probedUnder(planned.cluster.policies);
    expect(mended).toMatchObject({ holds: true, sandbox_a_to_sandbox_b: "blocked" });
    expect((await traced()).sandbox_a_to_sandbox_b).toMatch(/^blocked/);
  });
}
