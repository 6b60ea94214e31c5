import type { Expectations, OutsideZone } from "../expectations/expectations.ts";
import type { Cluster } from "../manifests/cluster.ts";
import { type Addresses, addressCount, addresses } from "./addresses.ts";
import { type Passage, passage } from "./evaluate.ts";
import { difference, intervals } from "./intervals.ts";
import { type Atom, outsideAtoms } from "./outside.ts";
import { type Party, workloadParty } from "./parties.ts";
import { platformEnds } from "./platform.ts";
import type { PodEnd } from "./pod-end.ts";
import { CLUSTER_ADDRESSES } from "./regions.ts";
import { foreignPart, ownPart } from "./zones.ts";

/** Everything that the questions about a cluster need. */
export interface Model {
  /** The part that is judged. */
  readonly cluster: Cluster;
  /** Of a living cluster: what others run in namespaces that are no zones. */
  readonly foreign: Pick<Cluster, "workloads" | "otherPolicies">;
  readonly pods: readonly PodEnd[];
  readonly outside: readonly Atom[];
  /** Where pods may live whose address nobody knows. */
  readonly podAddresses: Addresses;
  /** Which connections one end may open to another, of whatever kind they are. */
  between(from: PodEnd | Atom, to: PodEnd | Atom): Passage;
  /** What a piece of the outside is called, seen from a pod. */
  placeName(pod: PodEnd, atom: Atom): string;
}

/**
 * @param expectations names pods of the platform and zones of the outside; without them the model has the
 *   manifests' own pods
 */
export function createModel(everything: Cluster, expectations?: Expectations): Model {
  const cluster = ownPart(everything, expectations);
  const foreign = foreignPart(everything, expectations);
  const zones = expectations?.outside ?? [];
  const podAddresses = zones.reduce<Addresses>(
    (rest, zone) => difference(rest, machines(cluster, zone)),
    CLUSTER_ADDRESSES,
  );
  const ours = cluster.workloads.map(
    (workload): PodEnd => ({
      id: workload.id,
      called: workload.variant?.of ?? workload.id,
      owner: "manifests",
      party: workloadParty(workload, cluster, podAddresses),
      workload,
    }),
  );
  const blocks = zones.filter(({ kind }) => kind === "blocks");
  const places = blocks.map((zone) => ({ name: zone.name, addresses: placeOf(cluster, zone) }));
  return {
    cluster,
    pods: [
      ...ours,
      ...platformEnds(cluster, foreign.workloads, { platform: [], ...expectations }, podAddresses),
    ],
    foreign,
    outside: outsideAtoms(cluster.policies, places),
    podAddresses,
    between: remembered((from, to) => passage(cluster.policies, partyOf(from), partyOf(to))),
    placeName: placeNames(cluster, expectations),
  };
}

/** Single addresses, such as the API server's, have a name for those alone who are expected there. */
function placeNames(cluster: Cluster, expectations?: Expectations): Model["placeName"] {
  const few = (expectations?.outside ?? [])
    .filter(({ kind }) => kind === "few")
    .map((zone) => ({
      name: zone.name,
      addresses: placeOf(cluster, zone),
      visitors: (expectations?.edges ?? []).flatMap(({ from, to }) =>
        to === zone.name ? [from] : from === zone.name ? [to] : [],
      ),
    }));
  return (pod, atom) =>
    few.find(
      ({ addresses: place, visitors }) =>
        visitors.some((name) => isNamed(pod, name)) &&
        difference(atom.addresses, place).length === 0,
    )?.name ?? atom.region;
}

/** Whether a name of the expectations means this pod: with its namespace, or without. */
export function isNamed({ called }: PodEnd, name: string): boolean {
  return (
    called !== undefined && (called === name || called.slice(called.indexOf("/") + 1) === name)
  );
}

/** The end as the evaluator sees it. */
export function partyOf(end: PodEnd | Atom): Party {
  return "party" in end ? end.party : end;
}

/** Several checks ask about the same pairs. */
function remembered(ask: Model["between"]): Model["between"] {
  const answers = new WeakMap<object, WeakMap<object, Passage>>();
  return (from, to) => {
    const row = answers.get(from) ?? new WeakMap<object, Passage>();
    answers.set(from, row);
    const answer = row.get(to) ?? ask(from, to);
    row.set(to, answer);
    return answer;
  };
}

/** Nodes, and single addresses that policies name, such as the API server's: no pod lives there. */
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
