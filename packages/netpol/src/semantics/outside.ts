import type { NetworkPolicy } from "../manifests/cluster.ts";
import { type Addresses, addresses } from "./addresses.ts";
import type { AddressEndpoint } from "./endpoints.ts";
import type { Interval } from "./intervals.ts";
import { REGIONS, type Region } from "./regions.ts";

/** A set of outside addresses that no policy distinguishes. */
export interface Atom extends AddressEndpoint {
  readonly region: string;
}

/**
 * Splits the outside wherever an `ipBlock`, a region or a zone begins or ends, so that one result
 * is valid for every address of a piece. A piece is named after the first zone that contains it,
 * otherwise after its region.
 */
export function outsideAtoms(
  policies: readonly NetworkPolicy[],
  zones: readonly Region[] = [],
): readonly Atom[] {
  const cuts = new Set(
    [...policies.flatMap(blocksOf), ...zones.map((zone) => zone.addresses)].flatMap((set) =>
      set.flatMap(({ from, until }) => [from, until]),
    ),
  );
  const sorted = [...cuts].toSorted((a, b) => (a < b ? -1 : 1));
  return REGIONS.flatMap(({ name, addresses: region }) =>
    region.flatMap((interval) =>
      cutAt(interval, sorted).map(
        (piece): Atom => ({
          kind: "addresses",
          addresses: [piece],
          region: zones.find((zone) => holds(zone.addresses, piece))?.name ?? name,
        }),
      ),
    ),
  );
}

function blocksOf(policy: NetworkPolicy): readonly Addresses[] {
  return [...policy.ingress, ...policy.egress]
    .flatMap(({ peers }) => peers)
    .flatMap((peer) => (peer.kind === "addresses" ? [peer.cidr, ...peer.except] : []))
    .map((block) => addresses([block]));
}

function holds(set: Addresses, { from }: Interval<bigint>): boolean {
  return set.some((part) => part.from <= from && from < part.until);
}

function cutAt(
  { from, until }: Interval<bigint>,
  sorted: readonly bigint[],
): readonly Interval<bigint>[] {
  const points = [from, ...sorted.filter((cut) => cut > from && cut < until), until];
  return points.slice(1).map((end, at) => ({ from: points[at] ?? from, until: end }));
}
