import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileNftables, plannedConnections } from "@veil/netpol";
import { describeWhere } from "@veil/testing";
import { LEAK, leakedPolicies } from "./cluster/leaked-edge.ts";
import { planCluster } from "./cluster/plan-cluster.ts";
import { missingForNamespaces } from "./network/commands.ts";
import { hostState } from "./network/host-state.ts";
import { deadRules } from "./probes/dead-rules.ts";
import { boundBy, printMatrix, printSummary } from "./probes/print-result.ts";
import { type ExpectedPorts, probedPorts, probeMatrix } from "./probes/probe-matrix.ts";
import { describeRequests, REQUESTS_ENV } from "./requests.ts";
import { describeServiceHealth } from "./service-health.ts";
import { type Isolated, openIsolated } from "./stack/open-isolated.ts";
import { describeWitness } from "./witness.ts";
import { describeZoneProbes } from "./zone-probes.ts";

const SERVERS = ["redis-server", "squid", "rabbitmq-server", "initdb"] as const;
const missing = missingForNamespaces(["ip", "nft", "setpriv", ...SERVERS]);

describeWhere(missing.length === 0, "Isolation for real", missing.join(", "), () => {
  const planned = planCluster();
  let before: object;
  let isolated: Isolated;
  beforeAll(async () => {
    before = await hostState();
    isolated = await openIsolated(planned, REQUESTS_ENV);
  });
  afterAll(() => isolated?.close());

  test("No process in a pod has privileges", () => {
    for (const { identity } of isolated.agents)
      expect(identity).toMatchObject({
        uid: 65_534,
        capabilities: "0000000000000000",
        noNewPrivileges: "1",
      });
    for (const pid of isolated.scenario.stack.pids().values()) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      expect(status).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/m);
      expect(status).toMatch(/^CapBnd:\s+0{16}$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    }
  });

  describe("Requests through the shipped policies", () => describeRequests(() => isolated));

  describe("The audit log's witness", () => describeWitness(() => isolated, planned));

  describe("The CronJobs that probe from inside the zones", () =>
    describeZoneProbes(() => isolated, planned));

  const health = describeServiceHealth(() => isolated, planned);
  describe("The services", () => health.whileTheyRun());

  describe("Probes from every pod to every other", () => theProbes(() => isolated));

  describe("The services at the end", () => health.onceTheyHaveStopped());

  test("When the pods are removed, then the state of the host is the same as before the run", async () => {
    await isolated.close();
    expect(await hostState()).toEqual(before);
  });

  function theProbes(isolated: () => Isolated): void {
    const { cluster, plan, zones } = planned;
    const ports = probedPorts(plan, cluster.policies);
    const evaluator: ExpectedPorts = (from, to) => plannedConnections(cluster.policies, from, to);

    async function probe(what: string, expected: ExpectedPorts, mayBeOpen = expected) {
      const result = await probeMatrix(isolated().agents, ports, expected, mayBeOpen);
      print(printSummary(what, result));
      return result;
    }

    // The CronJobs' probes listen on ports that the agents need.
    beforeAll(() => isolated().probes.stop());

    test("Servers listen on the ports in the manifests, and agents on all other ports", async () => {
      const taken = await Promise.all(isolated().agents.map(({ listen }) => listen(ports)));
      const servers = isolated().agents.flatMap(({ pod }, at) =>
        (taken[at] ?? []).map((port) => `${pod.id} ${port}`),
      );
      expect(servers.toSorted()).toEqual(REAL_SERVERS.toSorted());
    });

    test("Under the shipped policies, exactly the ports that the evaluator expects are open", async () => {
      const result = await probe("shipped policies", evaluator);
      print(printMatrix(result, boundBy(zones, plan.pods)));
      expect(result.mismatches).toEqual([]);
      expect(result.probes).toBeGreaterThan(50_000);
    });

    test("The connections use every rule that accepts packets", async () => {
      const dead = deadRules(await isolated().network.rules());
      expect(dead.filter(({ ipv6 }) => !ipv6)).toEqual([]);
    });

    test("When a policy leaks an edge, the probes find exactly this edge", async () => {
      const leaked = leakedPolicies(planned);
      await isolated().network.load(compileNftables(leaked, plan));
      const withLeak: ExpectedPorts = (from, to) => plannedConnections(leaked, from, to);
      const { mismatches } = await probe("one leaked edge", evaluator, withLeak);
      expect(mismatches.map(({ edge }) => edge).toSorted()).toEqual(LEAK.toSorted());
    });

    // This test must be the last, because conntrack would let these connections through afterwards.
    test("Without policies, every port is open", async () => {
      await isolated().network.load(compileNftables([], plan));
      const { probes, open, mismatches } = await probe("no policies", () => () => true);
      expect(mismatches).toEqual([]);
      expect(open).toBe(probes);
    });
  }
});

/** The ports on which the workloads listen. Agents listen on all other ports. */
const REAL_SERVERS = [
  "veil-edge/edge-gateway 8080",
  "veil-edge/edge-gateway 9080",
  "veil-identity/bridge 8081",
  "veil-identity/bridge 9081",
  "veil-sanitiser/sanitiser 8082",
  "veil-sanitiser/sanitiser 9082",
  "veil-inference/inference-worker 8083",
  "veil-inference/inference-worker 9083",
  "veil-audit/audit 8084",
  "veil-audit/audit 9084",
  "veil-signer/veil-signer 8085",
  "veil-signer/veil-signer 9085",
  "veil-inference/egress-proxy 3128",
  "veil-audit/audit-proxy 3128",
  "veil-data/redis 6379",
  "veil-data/gateway-db 5432",
  "veil-audit/audit-db 5432",
  "veil-data/rabbitmq 5672",
  "veil-data/rabbitmq 15672",
  "veil-data/rabbitmq 15692",
  "veil-data/rabbitmq 25672",
  "kube-system/kube-dns 53",
  "internet 443",
];

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
