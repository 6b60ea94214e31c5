import { type Addresses, addressCount } from "../semantics/addresses.ts";
import {
  bothOf,
  type Connections,
  describeConnections,
  isNothing,
  NOTHING,
  sameConnections,
  without,
} from "../semantics/connections.ts";
import { difference, intersection, union } from "../semantics/intervals.ts";
import type { ModelPod } from "../semantics/model-pod.ts";
import {
  describeAddresses,
  type OutsideEdge,
  type Reachability,
} from "../semantics/reachability.ts";
import type { Expected, OutsideExpectation } from "./expected-ends.ts";
import type { CheckFinding } from "./finding.ts";

export function outsideFindings(
  { outside }: Reachability,
  expected: Expected,
): readonly CheckFinding[] {
  return [
    ...outside.flatMap((edge) => unlisted(edge, listedFor(expected, edge))),
    ...expected.outside.flatMap((one) => {
      const edges = edgesTo(one, outside, expected);
      return [...tooMany(one, edges), ...missing(one, edges)];
    }),
  ];
}

/**
 * Returns the edges that may belong to a zone. Addresses that a zone with blocks lists for the same
 * pod do not belong to a zone with a maximum number of addresses.
 */
function edgesTo(
  one: OutsideExpectation,
  edges: readonly OutsideEdge[],
  expected: Expected,
): readonly OutsideEdge[] {
  if (one.zone.kind !== "few") return edges;
  const blocks = blocksOf(listedFor(expected, one));
  return edges
    .map((edge) => ({ ...edge, addresses: difference(edge.addresses, blocks) }))
    .filter(({ addresses }) => addresses.length > 0);
}

function blocksOf(listed: readonly OutsideExpectation[]): Addresses {
  return listed.reduce<Addresses>(
    (sum, { zone }) => (zone.kind === "blocks" ? union(sum, zone.addresses) : sum),
    [],
  );
}

function listedFor(
  expected: Expected,
  { pod, direction }: Pick<OutsideEdge, "pod" | "direction">,
): readonly OutsideExpectation[] {
  return expected.outside.filter((one) => one.pod === pod && one.direction === direction);
}

function unlisted(
  edge: OutsideEdge,
  listed: readonly OutsideExpectation[],
): readonly CheckFinding[] {
  let pieces: readonly [Addresses, Connections][] = [[edge.addresses, edge.connections]];
  const others = difference(edge.addresses, blocksOf(listed));
  for (const { zone, connections } of listed) {
    const few = zone.kind === "few" && addressCount(others) <= BigInt(zone.atMost);
    const covered = zone.kind === "blocks" ? zone.addresses : few ? others : [];
    pieces = pieces.flatMap(([set, open]): [Addresses, Connections][] => [
      [difference(set, covered), open],
      [intersection(set, covered), without(open, connections)],
    ]);
  }
  return pieces
    .filter(([set, open]) => set.length > 0 && !isNothing(open))
    .map(([set, open]) => ({
      check: "only-proxies-leave",
      edge: nameOf(edge.pod, edge.direction, edge.region),
      message: `${describeConnections(open)} is open ${edge.direction === "out" ? "to" : "from"} ${describeAddresses(set)} but not listed`,
      policies: edge.policies,
    }));
}

/**
 * Returns a finding if a zone with a maximum number of addresses has more. The limit applies to all
 * of its blocks together.
 */
function tooMany(one: OutsideExpectation, edges: readonly OutsideEdge[]): readonly CheckFinding[] {
  const { zone, pod, direction } = one;
  if (zone.kind !== "few") return [];
  const reached = reachedBy(one, edges).reduce<Addresses>(
    (sum, edge) => union(sum, edge.addresses),
    [],
  );
  if (addressCount(reached) <= BigInt(zone.atMost)) return [];
  return [
    {
      check: "only-proxies-leave",
      edge: nameOf(pod, direction, zone.name),
      message: `${zone.name} is ${describeAddresses(reached)}: more than ${zone.atMost} addresses`,
      policies: reachedBy(one, edges).flatMap(({ policies }) => policies),
    },
  ];
}

function missing(one: OutsideExpectation, edges: readonly OutsideEdge[]): readonly CheckFinding[] {
  const { zone, pod, direction, connections } = one;
  const open = reachedBy(one, edges).filter(
    (edge) => zone.kind === "few" || intersection(edge.addresses, zone.addresses).length > 0,
  );
  if (open.some((edge) => sameConnections(bothOf(edge.connections, connections), connections)))
    return [];
  return [
    {
      check: "listed-edges-open",
      edge: nameOf(pod, direction, zone.name),
      message: `${describeConnections(connections)} is listed, but no policy opens it`,
      policies: [],
    },
  ];
}

function reachedBy(
  { pod, direction, connections }: OutsideExpectation,
  edges: readonly OutsideEdge[],
): readonly OutsideEdge[] {
  return edges.filter(
    (edge) =>
      edge.pod === pod &&
      edge.direction === direction &&
      !sameConnections(bothOf(edge.connections, connections), NOTHING),
  );
}

function nameOf(pod: ModelPod, direction: "in" | "out", place: string): string {
  return direction === "out" ? `${pod.id} -> ${place}` : `${place} -> ${pod.id}`;
}
