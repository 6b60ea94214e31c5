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
import { intersection } from "./intervals.ts";
import { couldMatch } from "./labels.ts";
import type { Party, PodParty } from "./parties.ts";

/** A rule that lets connections pass, at one end of them. */
export interface Grant {
  readonly policy: NetworkPolicy;
  readonly direction: Direction;
  /** Place of the rule in `ingress` or `egress`, from 0. */
  readonly rule: number;
  readonly connections: Connections;
}

/** What the policies at one end say about connections with the other. */
export interface Verdict {
  /** Whether any policy binds this end in this direction; if none does, everything may pass. */
  readonly isolated: boolean;
  readonly connections: Connections;
  readonly grants: readonly Grant[];
}

/** A connection is let through when both ends let it through. */
export interface Passage {
  readonly egress: Verdict;
  readonly ingress: Verdict;
  readonly connections: Connections;
}

const OPEN: Verdict = { isolated: false, connections: EVERYTHING, grants: [] };

/** Which connections `from` may open to `to` (Kubernetes documentation, "The two sorts of pod isolation"). */
export function passage(policies: readonly NetworkPolicy[], from: Party, to: Party): Passage {
  const egress = verdict(policies, "Egress", from, to);
  const ingress = verdict(policies, "Ingress", to, from);
  return { egress, ingress, connections: bothOf(egress.connections, ingress.connections) };
}

/** What the policies that select `self` say about connections with `peer`. */
export function verdict(
  policies: readonly NetworkPolicy[],
  direction: Direction,
  self: Party,
  peer: Party,
): Verdict {
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

/** Whether the policy binds the pod. */
export function selects(policy: NetworkPolicy, pod: PodParty): boolean {
  return policy.namespace === pod.namespace && couldMatch(policy.podSelector, pod.labels);
}

/** The policy's rules for one direction. */
export function rulesOf(policy: NetworkPolicy, direction: Direction): readonly PolicyRule[] {
  return direction === "Egress" ? policy.egress : policy.ingress;
}

function admits({ peers }: PolicyRule, namespace: string, party: Party): boolean {
  return peers.length === 0 || peers.some((peer) => peerHolds(peer, namespace, party));
}

// Policies never change once they are read, and the same block is asked about thousands of times.
const BLOCKS = new WeakMap<PolicyPeer, Addresses>();

function blockOf(peer: Extract<PolicyPeer, { kind: "addresses" }>): Addresses {
  const known = BLOCKS.get(peer);
  if (known !== undefined) return known;
  const block = addresses([peer.cidr], peer.except);
  BLOCKS.set(peer, block);
  return block;
}

/** Whether a peer of a policy in `namespace` holds the party. */
export function peerHolds(peer: PolicyPeer, namespace: string, party: Party): boolean {
  if (peer.kind === "addresses") {
    // A pod on the node's network has the node's address, which manifests do not know.
    return intersection(blockOf(peer), party.addresses).length > 0;
  }
  // The address of a pod on the node's network is the node's: no selector knows it.
  if (party.kind === "addresses" || party.hostNetwork) return false;
  const inNamespace =
    peer.namespaceSelector === undefined
      ? party.namespace === namespace
      : couldMatch(peer.namespaceSelector, party.namespaceLabels);
  return (
    inNamespace && (peer.podSelector === undefined || couldMatch(peer.podSelector, party.labels))
  );
}

function portsOf({ ports: list }: PolicyRule, destination: Party): Connections {
  return list.length === 0 ? EVERYTHING : anyOf(list.map((port) => portOf(port, destination)));
}

/** The ports that one element of `ports` means at a destination. */
export function portOf({ protocol, port, endPort }: PolicyPort, destination: Party): Connections {
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
