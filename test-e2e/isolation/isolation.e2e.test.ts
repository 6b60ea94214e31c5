import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileNftables, plannedPassage } from "@veil/netpol";
import { describeWhere } from "@veil/testing";
import { LEAK, leakedPolicies } from "./cluster/leaked-edge.ts";
import { planCluster } from "./cluster/plan-cluster.ts";
import { missingForNamespaces } from "./network/commands.ts";
import { hostState } from "./network/host-state.ts";
import { type Network, openNetwork } from "./network/open-network.ts";
import { deadRules } from "./probes/dead-rules.ts";
import { boundBy, printMatrix, printSummary } from "./probes/print-result.ts";
import { type Expected, probedPorts, probeMatrix } from "./probes/probe-matrix.ts";
import { type Agent, startAgents } from "./probes/start-agents.ts";

const PROBE_MS = 90_000;
const missing = missingForNamespaces(["ip", "nft", "setpriv"]);

describeWhere(missing.length === 0, "Isolation for real", missing.join(", "), () => {
  const planned = planCluster();
  const { cluster, plan } = planned;
  const ports = probedPorts(plan, cluster.policies);
  const evaluator: Expected = (from, to) => plannedPassage(cluster.policies, from, to);
  let before: object;
  let network: Network;
  let agents: readonly Agent[];

  beforeAll(async () => {
    before = await hostState();
    network = await openNetwork(plan);
    await network.load(compileNftables(cluster.policies, plan));
    agents = await startAgents(network, ports);
  }, PROBE_MS);
  afterAll(() => network?.close(), PROBE_MS);

  async function probe(what: string, expected: Expected) {
    const result = await probeMatrix(agents, ports, expected);
    print(printSummary(what, result));
    return result;
  }

  test("Nobody in a pod has privileges", () => {
    for (const { identity } of agents)
      expect(identity).toMatchObject({
        uid: 65_534,
        capabilities: "0000000000000000",
        noNewPrivileges: "1",
      });
  });

  test(
    "Every ordered pair of pods on every port agrees with the evaluator",
    async () => {
      const result = await probe("shipped policies", evaluator);
      print(printMatrix(result, boundBy(planned.zones, plan.pods)));
      expect(result.mismatches).toEqual([]);
      expect(result.probes).toBeGreaterThan(50_000);
    },
    PROBE_MS,
  );

  test("No rule of a policy is dead", async () => {
    const dead = deadRules(await network.rules());
    expect(dead.filter(({ ipv6 }) => !ipv6)).toEqual([]);
  });

  test(
    "When the shipped policies leak one edge, then it is found, and nothing else",
    async () => {
      await network.load(compileNftables(leakedPolicies(planned), plan));
      const { mismatches } = await probe("one leaked edge", evaluator);
      expect(mismatches.map(({ edge }) => edge)).toEqual([LEAK]);
    },
    PROBE_MS,
  );

  // Last: what conntrack remembers of it would keep doors open.
  test(
    "Without policies everything is open",
    async () => {
      await network.load(compileNftables([], plan));
      const { probes, open, mismatches } = await probe("no policies", () => () => true);
      expect(mismatches).toEqual([]);
      expect(open).toBe(probes);
    },
    PROBE_MS,
  );

  test("The machine itself is as it was", async () => {
    await network.close();
    expect(await hostState()).toEqual(before);
  });
});

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
