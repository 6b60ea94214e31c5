import type {
  Direction,
  NetworkPolicy,
  PolicyPeer,
  PolicyPort,
  PolicyRule,
} from "../manifests/cluster.ts";
import { type Addresses, addresses } from "./addresses.ts";
import {
  allPorts,
  anyOf,
  bothOf,
  type Connections,
  EVERYTHING,
  NOTHING,
  ports,
} from "./connections.ts";
import type { Endpoint, PodEndpoint } from "./endpoints.ts";
import { intersection } from "./intervals.ts";
import { couldMatch } from "./labels.ts";

export interface Grant {
  readonly policy: NetworkPolicy;
  readonly direction: Direction;
  readonly rule: number;
  readonly connections: Connections;
}

export interface EndDecision {
  /**
   * Whether a policy applies to this end in this direction. If not, Kubernetes allows everything.
   */
  readonly isolated: boolean;
  readonly connections: Connections;
  readonly grants: readonly Grant[];
}

export interface AllowedConnections {
  readonly egress: EndDecision;
  readonly ingress: EndDecision;
  readonly connections: Connections;
}

const OPEN: EndDecision = { isolated: false, connections: EVERYTHING, grants: [] };

/**
 * Returns the connections that the policies allow (Kubernetes documentation, "The two sorts of pod
 * isolation").
 */
export function allowedConnections(
  policies: readonly NetworkPolicy[],
  from: Endpoint,
  to: Endpoint,
): AllowedConnections {
  const egress = decisionAt(policies, "Egress", from, to);
  const ingress = decisionAt(policies, "Ingress", to, from);
  return { egress, ingress, connections: bothOf(egress.connections, ingress.connections) };
}

export function decisionAt(
  policies: readonly NetworkPolicy[],
  direction: Direction,
  self: Endpoint,
  peer: Endpoint,
): EndDecision {
  if (self.kind === "addresses" || self.hostNetwork) return OPEN;
  const binding = policies.filter(
    (policy) => policy.types.includes(direction) && selects(policy, self),
  );
  if (binding.length === 0) return OPEN;
  const destination = direction === "Egress" ? peer : self;
  const grants = binding.flatMap((policy) =>
    rulesOf(policy, direction).flatMap((rule, index): Grant[] =>
      admits(rule, policy.namespace, peer)
        ? [{ policy, direction, rule: index, connections: portsOf(rule, destination) }]
        : [],
    ),
  );
  return {
    isolated: true,
    connections: anyOf(grants.map(({ connections }) => connections)),
    grants,
  };
}

export function selects(policy: NetworkPolicy, pod: PodEndpoint): boolean {
  return policy.namespace === pod.namespace && couldMatch(policy.podSelector, pod.labels);
}

export function rulesOf(policy: NetworkPolicy, direction: Direction): readonly PolicyRule[] {
  return direction === "Egress" ? policy.egress : policy.ingress;
}

function admits({ peers }: PolicyRule, namespace: string, endpoint: Endpoint): boolean {
  return peers.length === 0 || peers.some((peer) => peerHolds(peer, namespace, endpoint));
}

// A cache of parsed blocks. Policies are immutable, and the same block is evaluated thousands of
// times.
const BLOCKS = new WeakMap<PolicyPeer, Addresses>();

function blockOf(peer: Extract<PolicyPeer, { kind: "addresses" }>): Addresses {
  const known = BLOCKS.get(peer);
  if (known !== undefined) return known;
  const block = addresses([peer.cidr], peer.except);
  BLOCKS.set(peer, block);
  return block;
}

export function peerHolds(peer: PolicyPeer, namespace: string, endpoint: Endpoint): boolean {
  if (peer.kind === "addresses") {
    // A pod on the node's network has the node's address, which manifests do not contain.
    return intersection(blockOf(peer), endpoint.addresses).length > 0;
  }
  // Selectors do not match a pod on the node's network.
  if (endpoint.kind === "addresses" || endpoint.hostNetwork) return false;
  const inNamespace =
    peer.namespaceSelector === undefined
      ? endpoint.namespace === namespace
      : couldMatch(peer.namespaceSelector, endpoint.namespaceLabels);
  return (
    inNamespace && (peer.podSelector === undefined || couldMatch(peer.podSelector, endpoint.labels))
  );
}

function portsOf({ ports: list }: PolicyRule, destination: Endpoint): Connections {
  return list.length === 0 ? EVERYTHING : anyOf(list.map((port) => portOf(port, destination)));
}

export function portOf(
  { protocol, port, endPort }: PolicyPort,
  destination: Endpoint,
): Connections {
  if (port === undefined) return allPorts(protocol);
  if (typeof port === "number") return ports(protocol, port, endPort);
  if (destination.kind === "addresses") return NOTHING;
  if (destination.ports === "any") return allPorts(protocol);
  return anyOf(
    destination.ports
      .filter((declared) => declared.name === port && declared.protocol === protocol)
      .map((declared) => ports(protocol, declared.port)),
  );
}
