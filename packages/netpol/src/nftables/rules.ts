import type {
  NetworkPolicy,
  PolicyPeer,
  PolicyPort,
  PolicyRule,
  Protocol,
} from "../manifests/cluster.ts";
import type { AddressPlan, PlannedPod } from "./plan.ts";
import { selectorMatches } from "./select.ts";

type AddressField = "saddr" | "daddr";

const MAX_COMMENT = 120;

export function policyRules(
  policy: NetworkPolicy,
  direction: "ingress" | "egress",
  pod: PlannedPod,
  plan: AddressPlan,
): readonly string[] {
  const field = direction === "egress" ? "daddr" : "saddr";
  const comment = `${policy.namespace}/${policy.name}`.slice(0, MAX_COMMENT);
  return policy[direction].flatMap((rule) =>
    peersOf(rule)
      .flatMap((peer) =>
        portsOf(rule).flatMap((port) => matches({ policy, peer, port, field, pod, plan })),
      )
      .map((match) => `${match} counter return comment "${comment}"`.trimStart()),
  );
}

interface Part {
  readonly policy: NetworkPolicy;
  readonly peer: PolicyPeer | undefined;
  readonly port: PolicyPort | undefined;
  readonly field: AddressField;
  readonly pod: PlannedPod;
  readonly plan: AddressPlan;
}

function matches(part: Part): readonly string[] {
  const { port, field, pod, plan } = part;
  if (typeof port?.port !== "string") {
    const transport = port === undefined ? "" : transportMatch(port.protocol, port);
    return peerMatches(part).map((address) => `${address} ${transport}`.trim());
  }
  // Resolves a port's name for each destination pod. The name has no meaning for other addresses.
  const destinations = field === "saddr" ? [pod] : plan.pods.filter(({ namespace }) => namespace);
  return destinations.flatMap((destination) =>
    numbersOf(destination, port.port, port.protocol).flatMap((number) => {
      const transport = transportMatch(port.protocol, { port: number });
      const to = field === "saddr" ? [""] : addressSets(destination.addresses, "daddr");
      return peerMatches(part).flatMap((address) =>
        to
          .filter((one) => isSameFamily(address, one))
          .map((one) => [address, one, transport].filter((text) => text !== "").join(" ")),
      );
    }),
  );
}

function peersOf({ peers }: PolicyRule): readonly (PolicyPeer | undefined)[] {
  return peers.length === 0 ? [undefined] : peers;
}

function portsOf({ ports }: PolicyRule): readonly (PolicyPort | undefined)[] {
  return ports.length === 0 ? [undefined] : ports;
}

function peerMatches({ policy, peer, field, plan }: Part): readonly string[] {
  if (peer === undefined) return [""];
  if (peer.kind === "pods") {
    const selected = plan.pods.filter((other) => peerSelects(peer, policy.namespace, other));
    return addressSets(
      selected.flatMap(({ addresses }) => addresses),
      field,
    );
  }
  const family = familyOf(peer.cidr);
  const except = peer.except.map((block) => `${family} ${field} != ${block}`);
  return [[`${family} ${field} ${peer.cidr}`, ...except].join(" ")];
}

function peerSelects(
  peer: Extract<PolicyPeer, { kind: "pods" }>,
  policyNamespace: string,
  pod: PlannedPod,
): boolean {
  if (pod.namespace === undefined) return false;
  const { namespaceSelector, podSelector } = peer;
  if (namespaceSelector === undefined) {
    if (pod.namespace !== policyNamespace) return false;
  } else if (!selectorMatches(namespaceSelector, pod.namespaceLabels)) return false;
  return podSelector === undefined || selectorMatches(podSelector, pod.labels);
}

function addressSets(addresses: readonly string[], field: AddressField): readonly string[] {
  return (["ip", "ip6"] as const).flatMap((family) => {
    const own = [...new Set(addresses.filter((address) => familyOf(address) === family))];
    return own.length === 0 ? [] : [`${family} ${field} { ${own.join(", ")} }`];
  });
}

function transportMatch(
  protocol: Protocol,
  { port, endPort }: { readonly port?: number | string; readonly endPort?: number },
): string {
  const name = protocol.toLowerCase();
  if (port === undefined) return `meta l4proto ${name}`;
  return `${name} dport ${port}${endPort === undefined || endPort === port ? "" : `-${endPort}`}`;
}

function numbersOf(pod: PlannedPod, name: number | string | undefined, protocol: Protocol) {
  const found = pod.ports.filter((port) => port.name === name && port.protocol === protocol);
  return [...new Set(found.map(({ port }) => port))];
}

function isSameFamily(a: string, b: string): boolean {
  return a === "" || b === "" || a.split(" ")[0] === b.split(" ")[0];
}

export function familyOf(address: string): "ip" | "ip6" {
  return address.includes(":") ? "ip6" : "ip";
}
