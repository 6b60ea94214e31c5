import type { NetworkPolicy } from "../manifests/cluster.ts";
import { type Addresses, formatBlocks } from "./addresses.ts";
import { type Connections, describeConnections, isNothing } from "./connections.ts";
import type { AllowedConnections, Grant } from "./evaluate.ts";
import { union } from "./intervals.ts";
import type { Model } from "./model.ts";
import type { ModelPod } from "./model-pod.ts";
import type { Atom } from "./outside.ts";

/** An open edge between two pods, or between two replicas of one workload. */
export interface PodEdge {
  readonly from: ModelPod;
  readonly to: ModelPod;
  readonly connections: Connections;
  readonly policies: readonly string[];
}

export interface OutsideEdge {
  readonly pod: ModelPod;
  readonly direction: "in" | "out";
  readonly region: string;
  readonly addresses: Addresses;
  readonly connections: Connections;
  readonly policies: readonly string[];
}

export interface Reachability {
  readonly edges: readonly PodEdge[];
  readonly outside: readonly OutsideEdge[];
}

export function reachability(model: Model): Reachability {
  const edges = model.pods.flatMap((from) =>
    model.pods.flatMap((to): PodEdge[] => {
      if (from.owner === "platform" && to.owner === "platform") return [];
      const way = model.between(from, to);
      if (isNothing(way.connections)) return [];
      return [{ from, to, connections: way.connections, policies: policyNames(way) }];
    }),
  );
  const outside = model.pods
    .filter(({ owner }) => owner === "manifests")
    .flatMap((pod) => [...outsideEdges(model, pod, "in"), ...outsideEdges(model, pod, "out")]);
  return { edges, outside };
}

function outsideEdges(
  model: Model,
  pod: ModelPod,
  direction: "in" | "out",
): readonly OutsideEdge[] {
  const merged = new Map<string, OutsideEdge>();
  for (const atom of model.outside) {
    const way = direction === "in" ? model.between(atom, pod) : model.between(pod, atom);
    if (isNothing(way.connections)) continue;
    const region = model.placeName(pod, atom);
    const edge = outsideEdge(pod, direction, { ...atom, region }, way);
    const key = JSON.stringify([edge.region, describeConnections(edge.connections), edge.policies]);
    const known = merged.get(key);
    const all = known === undefined ? edge.addresses : union(known.addresses, edge.addresses);
    merged.set(key, { ...edge, addresses: all });
  }
  return [...merged.values()];
}

function outsideEdge(
  pod: ModelPod,
  direction: "in" | "out",
  { region, addresses }: Atom,
  way: AllowedConnections,
): OutsideEdge {
  const { connections } = way;
  return { pod, direction, region, addresses, connections, policies: policyNames(way) };
}

function policyNames({ egress, ingress }: Pick<AllowedConnections, "egress" | "ingress">) {
  return grantNames([...egress.grants, ...ingress.grants]);
}

export function grantNames(grants: readonly Grant[]): readonly string[] {
  const open = grants.filter(({ connections }) => !isNothing(connections));
  return [...new Set(open.map(({ policy }) => policyName(policy)))];
}

export function policyName({ namespace, name }: NetworkPolicy): string {
  return `${namespace}/${name}`;
}

export function describeAddresses(set: Addresses): string {
  const blocks = formatBlocks(set);
  if (blocks.length <= 3) return blocks.join(", ");
  return `${blocks.slice(0, 2).join(", ")} and ${blocks.length - 2} more blocks`;
}
