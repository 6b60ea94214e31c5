import type { Expectations, OutsideZone } from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";
import { type Addresses, addressCount, addresses } from "./addresses.ts";
import { type Endpoint, workloadEndpoint } from "./endpoints.ts";
import { type AllowedConnections, allowedConnections } from "./evaluate.ts";
import { difference, intervals } from "./intervals.ts";
import type { ModelPod } from "./model-pod.ts";
import { type Atom, outsideAtoms } from "./outside.ts";
import { platformPods } from "./platform.ts";
import { CLUSTER_ADDRESSES } from "./regions.ts";
import { foreignPart, ownPart } from "./zones.ts";

export interface Model {
  readonly cluster: Cluster;
  /** The objects of a live cluster in namespaces that are not zones. */
  readonly foreign: Pick<Cluster, "workloads" | "otherPolicies">;
  readonly pods: readonly ModelPod[];
  readonly outside: readonly Atom[];
  /** The possible addresses of pods whose address is unknown. */
  readonly podAddresses: Addresses;
  between(from: ModelPod | Atom, to: ModelPod | Atom): AllowedConnections;
  placeName(pod: ModelPod, atom: Atom): string;
}

export function createModel(everything: Cluster, expectations?: Expectations): Model {
  const cluster = ownPart(everything, expectations);
  const foreign = foreignPart(everything, expectations);
  const zones = expectations?.outside ?? [];
  const podAddresses = zones.reduce<Addresses>(
    (rest, zone) => difference(rest, machines(cluster, zone)),
    CLUSTER_ADDRESSES,
  );
  const ours = cluster.workloads.map(
    (workload): ModelPod => ({
      id: workload.id,
      called: workload.variant?.of ?? workload.id,
      owner: "manifests",
      endpoint: workloadEndpoint(workload, cluster, podAddresses),
      workload,
    }),
  );
  const blocks = zones.filter(({ kind }) => kind === "blocks");
  const places = blocks.map((zone) => ({ name: zone.name, addresses: placeOf(cluster, zone) }));
  return {
    cluster,
    pods: [
      ...ours,
      ...platformPods(cluster, foreign.workloads, { platform: [], ...expectations }, podAddresses),
    ],
    foreign,
    outside: outsideAtoms(cluster.policies, places),
    podAddresses,
    between: memoized((from, to) =>
      allowedConnections(cluster.policies, endpointOf(from), endpointOf(to)),
    ),
    placeName: placeNames(cluster, expectations),
  };
}

/**
 * Returns the function that names outside addresses. Single addresses, such as the API server's,
 * have a name only for the pods that may reach them.
 */
function placeNames(cluster: Cluster, expectations?: Expectations): Model["placeName"] {
  const few = (expectations?.outside ?? [])
    .filter(({ kind }) => kind === "few")
    .map((zone) => ({
      name: zone.name,
      addresses: placeOf(cluster, zone),
      peers: (expectations?.edges ?? []).flatMap(({ from, to }) =>
        to === zone.name ? [from] : from === zone.name ? [to] : [],
      ),
    }));
  return (pod, atom) =>
    few.find(
      ({ addresses: place, peers }) =>
        peers.some((name) => isNamed(pod, name)) && difference(atom.addresses, place).length === 0,
    )?.name ?? atom.region;
}

export function isNamed({ called }: ModelPod, name: string): boolean {
  return (
    called !== undefined && (called === name || called.slice(called.indexOf("/") + 1) === name)
  );
}

export function endpointOf(end: ModelPod | Atom): Endpoint {
  return "endpoint" in end ? end.endpoint : end;
}

/** Caches results, because several checks evaluate the same pairs. */
function memoized(ask: Model["between"]): Model["between"] {
  const answers = new WeakMap<object, WeakMap<object, AllowedConnections>>();
  return (from, to) => {
    const row = answers.get(from) ?? new WeakMap<object, AllowedConnections>();
    answers.set(from, row);
    const answer = row.get(to) ?? ask(from, to);
    row.set(to, answer);
    return answer;
  };
}

/**
 * Returns the addresses in a zone that no pod has: addresses of nodes, and single addresses that
 * policies name.
 */
function machines(cluster: Cluster, zone: OutsideZone): Addresses {
  return zone.kind === "blocks" && !zone.machines ? [] : placeOf(cluster, zone);
}

function placeOf({ policies }: Cluster, zone: OutsideZone): Addresses {
  if (zone.kind === "blocks") return zone.addresses;
  return intervals(
    policies
      .flatMap(({ egress, ingress }) => [...egress, ...ingress])
      .flatMap(({ peers }) => peers)
      .flatMap((peer) => (peer.kind === "addresses" ? [addresses([peer.cidr])] : []))
      .filter((block) => addressCount(block) <= BigInt(zone.atMost))
      .flat(),
  );
}
