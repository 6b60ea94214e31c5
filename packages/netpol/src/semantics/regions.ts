import { type Addresses, ALL_ADDRESSES, addresses } from "./addresses.ts";
import { difference } from "./intervals.ts";

export interface Region {
  readonly name: string;
  readonly addresses: Addresses;
}

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];
const SHARED = ["100.64.0.0/10"];

/**
 * Blocks from IANA's special-purpose registries (RFC 6890 and later), and the metadata addresses of
 * clouds.
 */
const NAMED: readonly (readonly [string, readonly string[]])[] = [
  ["cloud metadata", ["169.254.169.254/32", "fd00:ec2::254/128", "100.100.100.200/32"]],
  ["link-local", ["169.254.0.0/16", "fe80::/10"]],
  ["private", PRIVATE],
  ["shared (carrier-grade NAT)", SHARED],
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["multicast", ["224.0.0.0/4", "ff00::/8"]],
  ["embedded IPv4", ["::/80", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16"]],
  ["documentation", ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"]],
  ["reserved", ["0.0.0.0/8", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"]],
];

export const CLUSTER_ADDRESSES: Addresses = addresses([...PRIVATE, ...SHARED]);

/** A partition of all addresses: every address is in exactly one region. */
export const REGIONS: readonly Region[] = split();

function split(): readonly Region[] {
  let rest = ALL_ADDRESSES;
  const regions = NAMED.map(([name, blocks]): Region => {
    const all = addresses(blocks);
    const region = { name, addresses: difference(all, difference(ALL_ADDRESSES, rest)) };
    rest = difference(rest, all);
    return region;
  });
  return [{ name: "Internet", addresses: rest }, ...regions];
}
