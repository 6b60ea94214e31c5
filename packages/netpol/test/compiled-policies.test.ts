/** @all compares thousands of random policies */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type {
  Cluster,
  NetworkPolicy,
  PolicyPeer,
  PolicyPort,
  PolicyRule,
  Requirement,
  Workload,
} from "../src/manifests/cluster.ts";
import { PROTOCOLS } from "../src/manifests/cluster.ts";
import { compileNftables } from "../src/nftables/compile.ts";
import type { AddressPlan, PlannedPod } from "../src/nftables/plan.ts";
import { addresses } from "../src/semantics/addresses.ts";
import { type Endpoint, workloadEndpoint } from "../src/semantics/endpoints.ts";
import { allowedConnections } from "../src/semantics/evaluate.ts";
import { type Packet, readRuleset } from "./nft-interpreter.ts";

const NAMESPACES = ["red", "green", "blue"];
const OUTSIDE = ["203.0.113.7", "198.51.100.1", "10.1.2.3", "2001:db8::7", "fd00::99"];
const NAMES = ["http", "ops", "dns"];
const PORTS = [53, 80, 81, 443, 8080];

const label = fc.record(
  { app: fc.constantFrom("a", "b", "c"), tier: fc.constantFrom("x", "y") },
  { requiredKeys: [] },
);
const namespaceLabels = fc.record(
  { team: fc.constantFrom("one", "two"), env: fc.constantFrom("prod", "dev") },
  { requiredKeys: [] },
);

function selector(keys: Readonly<Record<string, readonly string[]>>) {
  const requirement = fc.constantFrom(...Object.keys(keys)).chain((key) =>
    fc.oneof(
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom("In" as const, "NotIn" as const),
        values: fc.uniqueArray(fc.constantFrom(...(keys[key] ?? [])), { minLength: 1 }),
      }),
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom("Exists" as const, "DoesNotExist" as const),
        values: fc.constant([]),
      }),
    ),
  );
  return fc.array(requirement as fc.Arbitrary<Requirement>, { maxLength: 2 });
}

const podSelector = selector({ app: ["a", "b", "c"], tier: ["x", "y"] });
const namespaceSelector = selector({ team: ["one", "two"], env: ["prod", "dev"] });

const block = fc
  .constantFrom<{ cidr: string; except: string[] }>(
    { cidr: "10.77.0.0/24", except: ["10.77.0.0/30", "10.77.0.6/31"] },
    { cidr: "10.0.0.0/8", except: ["10.77.0.0/16", "10.1.0.0/16"] },
    { cidr: "0.0.0.0/0", except: ["10.0.0.0/8", "198.51.100.0/24"] },
    { cidr: "203.0.113.7/32", except: [] },
    { cidr: "::/0", except: ["fd00::/8"] },
    { cidr: "fd00::/120", except: ["fd00::2/127"] },
  )
  .chain(({ cidr, except }) =>
    fc.subarray(except).map((some) => ({ kind: "addresses" as const, cidr, except: some })),
  );
const peer: fc.Arbitrary<PolicyPeer> = fc.oneof(
  block,
  fc.record({ kind: fc.constant("pods" as const), podSelector }),
  fc.record({ kind: fc.constant("pods" as const), namespaceSelector }),
  fc.record({ kind: fc.constant("pods" as const), podSelector, namespaceSelector }),
);
const protocol = fc.constantFrom(...PROTOCOLS);
const port: fc.Arbitrary<PolicyPort> = fc.oneof(
  fc.record({ protocol }),
  fc.record({ protocol, port: fc.constantFrom(...PORTS) }),
  fc.record({ protocol, port: fc.constantFrom(...NAMES) }),
  fc
    .record({ protocol, port: fc.constantFrom(...PORTS), length: fc.integer({ min: 0, max: 500 }) })
    .map(({ length, ...rest }) => ({ ...rest, endPort: rest.port + length })),
);
const rule: fc.Arbitrary<PolicyRule> = fc.record({
  peers: fc.array(peer, { maxLength: 3 }),
  ports: fc.array(port, { maxLength: 3 }),
});
const policy: fc.Arbitrary<NetworkPolicy> = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  name: fc.constantFrom("p", "q", "r"),
  podSelector,
  types: fc.subarray(["Ingress", "Egress"] as const, { minLength: 1 }),
  ingress: fc.array(rule, { maxLength: 2 }),
  egress: fc.array(rule, { maxLength: 2 }),
});
const pod = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  labels: label as fc.Arbitrary<Record<string, string>>,
  families: fc.constantFrom("v4", "v6", "both"),
  ports: fc.array(
    fc.record({ name: fc.constantFrom(...NAMES), port: fc.constantFrom(...PORTS), protocol }),
    { maxLength: 3 },
  ),
});
const internet = fc.record({
  labels: fc.tuple(namespaceLabels, namespaceLabels, namespaceLabels),
  pods: fc.array(pod, { minLength: 2, maxLength: 5 }),
  policies: fc.array(policy, { maxLength: 5 }),
});

type GivenPolicies = typeof internet extends fc.Arbitrary<infer T> ? T : never;

interface End {
  readonly planned: PlannedPod;
  readonly endpoint: Endpoint;
}

function build({ labels, pods, policies }: GivenPolicies): {
  cluster: Cluster;
  ends: readonly End[];
} {
  const namespaces = NAMESPACES.map((name, at) => ({
    name,
    labels: { ...(labels[at] as Record<string, string>), "kubernetes.io/metadata.name": name },
  }));
  const workloads = pods.map(
    ({ families, ...rest }, at): Workload => ({
      ...rest,
      id: `${rest.namespace}/pod${at}`,
      name: `pod${at}`,
      kind: "Pod",
      hostNetwork: false,
      addresses: [
        ...(families === "v6" ? [] : [`10.77.0.${at + 1}`]),
        ...(families === "v4" ? [] : [`fd00::${at + 1}`]),
      ],
    }),
  );
  const cluster: Cluster = {
    ...{ namespaces, workloads, policies },
    ...{ services: [], otherPolicies: [], kindsNotRead: [], live: false },
  };
  const inside = workloads.map((workload, at): End => {
    const { id, namespace, labels: own, ports } = workload;
    const namespaceLabels = namespaces.find(({ name }) => name === namespace)?.labels ?? {};
    return {
      planned: {
        ...{ id, namespace, namespaceLabels, labels: own, ports },
        interface: `veth${at}`,
        addresses: workload.addresses,
      },
      endpoint: workloadEndpoint(workload, cluster),
    };
  });
  const outside = OUTSIDE.map(
    (address, at): End => ({
      planned: {
        ...{ id: address, namespace: undefined, namespaceLabels: {}, labels: {}, ports: [] },
        interface: `out${at}`,
        addresses: [address],
      },
      endpoint: { kind: "addresses", addresses: addresses([address]) },
    }),
  );
  return { cluster, ends: [...inside, ...outside] };
}

const PROBED = [...new Set([1, ...PORTS.flatMap((at) => [at - 1, at, at + 1]), 300, 580, 65_535])];

describe("compileNftables compared with the evaluator", () => {
  test("the compiled rules accept exactly what the evaluator allows, for any policies, pods and addresses", () => {
    fc.assert(
      fc.property(internet, (given) => {
        const { cluster, ends } = build(given);
        const plan: AddressPlan = { pods: ends.map(({ planned }) => planned), services: [] };
        const { forwards } = readRuleset(compileNftables(cluster.policies, plan));
        const wrong = addressPairs(ends).flatMap((pair) => disagreements(cluster, pair, forwards));
        expect(wrong).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

interface AddressPair {
  readonly from: End;
  readonly to: End;
  readonly saddr: string;
  readonly daddr: string;
}

function addressPairs(ends: readonly End[]): readonly AddressPair[] {
  const addresses = ends.flatMap((end) =>
    end.planned.addresses.map((address) => ({ end, address })),
  );
  return addresses.flatMap((source) =>
    addresses
      .filter(({ end, address }) => end !== source.end && isV6(address) === isV6(source.address))
      .map(({ end, address }) => ({
        ...{ from: source.end, saddr: source.address },
        ...{ to: end, daddr: address },
      })),
  );
}

function disagreements(
  { policies }: Cluster,
  { from, to, saddr, daddr }: AddressPair,
  forwards: (packet: Packet) => boolean,
): readonly string[] {
  // Evaluates each address separately, because policies may distinguish a pod's two addresses.
  const { connections } = allowedConnections(
    policies,
    at(from.endpoint, saddr),
    at(to.endpoint, daddr),
  );
  const link = { iif: from.planned.interface, oif: to.planned.interface };
  return PROTOCOLS.flatMap((name) =>
    PROBED.filter((dport) => {
      const protocol = name.toLowerCase() as Packet["protocol"];
      const open = connections[name].some((range) => range.from <= dport && dport < range.until);
      return forwards({ ...link, saddr, daddr, protocol, dport }) !== open;
    }).map((dport) => `${saddr} -> ${daddr} ${name} ${dport}`),
  );
}

function isV6(address: string): boolean {
  return address.includes(":");
}

function at(endpoint: Endpoint, address: string): Endpoint {
  return { ...endpoint, addresses: addresses([address]) };
}

describe("compileNftables", () => {
  const given: GivenPolicies = {
    labels: [{}, {}, {}],
    pods: [
      { namespace: "red", labels: { app: "a" }, families: "v4", ports: [] },
      { namespace: "green", labels: { app: "b" }, families: "v4", ports: [] },
    ],
    policies: [],
  };
  const { ends } = build(given);
  const plan: AddressPlan = { pods: ends.map(({ planned }) => planned), services: [] };
  const packet = {
    ...{ iif: "veth0", oif: "veth1", saddr: "10.77.0.1", daddr: "10.77.0.2", dport: 80 },
    protocol: "tcp",
  } as const;

  test("the compiled rules accept everything if there is no policy", () => {
    expect(readRuleset(compileNftables([], plan)).forwards(packet)).toBe(true);
  });

  test("the compiled rules drop packets with a spoofed source address", () => {
    const { forwards } = readRuleset(compileNftables([], plan));
    expect(forwards({ ...packet, saddr: "10.77.0.9" })).toBe(false);
    expect(forwards({ ...packet, saddr: "fd00::1", daddr: "fd00::2" })).toBe(false);
  });

  test("the compiled rules accept ICMP if the policy's rule has no ports, and drop it otherwise", () => {
    const open = (ports: readonly PolicyPort[]): NetworkPolicy => ({
      ...{ namespace: "green", name: "p", podSelector: [], types: ["Ingress"], egress: [] },
      ingress: [{ peers: [], ports }],
    });
    const ping = { ...packet, protocol: "icmp" } as const;
    expect(readRuleset(compileNftables([open([])], plan)).forwards(ping)).toBe(true);
    const tcp = open([{ protocol: "TCP" }]);
    expect(readRuleset(compileNftables([tcp], plan)).forwards(ping)).toBe(false);
    expect(readRuleset(compileNftables([tcp], plan)).forwards(packet)).toBe(true);
  });

  test("the compiled counters contain the policy's name", () => {
    const policy: NetworkPolicy = {
      ...{ namespace: "green", name: "allow-red-to-green", podSelector: [], types: ["Ingress"] },
      ingress: [{ peers: [], ports: [{ protocol: "TCP", port: 80 }] }],
      egress: [],
    };
    expect(compileNftables([policy], plan)).toContain(
      'tcp dport 80 counter return comment "green/allow-red-to-green"',
    );
  });
});
