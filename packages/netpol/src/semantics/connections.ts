import { PROTOCOLS, type Protocol } from "../manifests/cluster.ts";
import {
  difference,
  type Intervals,
  intersection,
  intervals,
  sameIntervals,
  union,
} from "./intervals.ts";

export type Connections = Readonly<Record<Protocol, Intervals<number>>>;

const PORTS: Intervals<number> = [{ from: 1, until: 65_536 }];

export const NOTHING: Connections = { TCP: [], UDP: [], SCTP: [] };

export const EVERYTHING: Connections = { TCP: PORTS, UDP: PORTS, SCTP: PORTS };

export function allPorts(protocol: Protocol): Connections {
  return { ...NOTHING, [protocol]: PORTS };
}

export function ports(protocol: Protocol, first: number, last = first): Connections {
  return { ...NOTHING, [protocol]: intervals([{ from: first, until: last + 1 }]) };
}

export function anyOf(all: readonly Connections[]): Connections {
  return all.reduce((sum, one) => perProtocol(sum, one, union), NOTHING);
}

export function bothOf(a: Connections, b: Connections): Connections {
  return perProtocol(a, b, intersection);
}

export function without(a: Connections, b: Connections): Connections {
  return perProtocol(a, b, difference);
}

export function isNothing(connections: Connections): boolean {
  return PROTOCOLS.every((protocol) => connections[protocol].length === 0);
}

export function sameConnections(a: Connections, b: Connections): boolean {
  return PROTOCOLS.every((protocol) => sameIntervals(a[protocol], b[protocol]));
}

/** Returns `all`, `none`, or a list such as `TCP 80,8000-8010; UDP 53`. */
export function describeConnections(connections: Connections): string {
  if (sameConnections(connections, EVERYTHING)) return "all";
  if (isNothing(connections)) return "none";
  return PROTOCOLS.filter((protocol) => connections[protocol].length > 0)
    .map((protocol) => {
      if (sameIntervals(connections[protocol], PORTS)) return `${protocol} all`;
      const ranges = connections[protocol].map(({ from, until }) =>
        until === from + 1 ? `${from}` : `${from}-${until - 1}`,
      );
      return `${protocol} ${ranges.join(",")}`;
    })
    .join("; ");
}

function perProtocol(
  a: Connections,
  b: Connections,
  combine: (a: Intervals<number>, b: Intervals<number>) => Intervals<number>,
): Connections {
  return {
    TCP: combine(a.TCP, b.TCP),
    UDP: combine(a.UDP, b.UDP),
    SCTP: combine(a.SCTP, b.SCTP),
  };
}
