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

/** A rule that allows connections, at one of their ends. */
export interface Grant {
  readonly policy: NetworkPolicy;
  readonly direction: Direction;
  /** Place of the rule in `ingress` or `egress`, from 0. */
  readonly rule: number;
  readonly connections: Connections;
}

/** What the policies at one end allow. */
export interface EndDecision {
  /** Whether any policy binds this end in this direction; if none does, everything is allowed. */
  readonly isolated: boolean;
  readonly connections: Connections;
  readonly grants: readonly Grant[];
}

/** A connection is allowed when both ends allow it. */
export interface AllowedConnections {
  readonly egress: EndDecision;
  readonly ingress: EndDecision;
  readonly connections: Connections;
}

const OPEN: EndDecision = { isolated: false, connections: EVERYTHING, grants: [] };

/** Which connections `from` may open to `to` (Kubernetes documentation, "The two sorts of pod isolation"). */
export function allowedConnections(
  policies: readonly NetworkPolicy[],
  from: Endpoint,
  to: Endpoint,
): AllowedConnections {
  const egress = decisionAt(policies, "Egress", from, to);
  const ingress = decisionAt(policies, "Ingress", to, from);
  return { egress, ingress, connections: bothOf(egress.connections, ingress.connections) };
}

/** What the policies that select `self` allow between it and `peer`. */
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

// Policies are immutable, and the same block is evaluated thousands of times.
const BLOCKS = new WeakMap<PolicyPeer, Addresses>();

function blockOf(peer: Extract<PolicyPeer, { kind: "addresses" }>): Addresses {
  const known = BLOCKS.get(peer);
  if (known !== undefined) return known;
  const block = addresses([peer.cidr], peer.except);
  BLOCKS.set(peer, block);
  return block;
}

/** Whether a peer of a policy in `namespace` matches the endpoint. */
export function peerHolds(peer: PolicyPeer, namespace: string, endpoint: Endpoint): boolean {
  if (peer.kind === "addresses") {
    // A pod on the node's network has the node's address, which manifests do not know.
    return intersection(blockOf(peer), endpoint.addresses).length > 0;
  }
  // A pod on the node's network has the node's address: selectors do not match it.
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

/** The ports that one element of `ports` means at a destination. */
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
