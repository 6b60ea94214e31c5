import { isIPv4, isIPv6 } from "node:net";
import { ManifestError } from "../manifests/manifest-error.ts";
import { difference, type Interval, type Intervals, intervals } from "./intervals.ts";

/**
 * A set of addresses on one number line. IPv6 addresses come after IPv4 addresses, so an IPv4 block
 * never contains an IPv6 address.
 */
export type Addresses = Intervals<bigint>;

const V6_START = 1n << 32n;
const END = V6_START + (1n << 128n);

export const ALL_ADDRESSES: Addresses = [
  { from: 0n, until: V6_START },
  { from: V6_START, until: END },
];

/** Parses a block, and ignores bits after the prefix. @throws ManifestError */
function readBlock(text: string): Interval<bigint> {
  const [address = "", prefix, ...rest] = text.split("/");
  const v6 = isIPv6(address);
  const width = v6 ? 128 : 32;
  const length = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (rest.length > 0 || (!v6 && !isIPv4(address)) || length < 0 || length > width)
    throw new ManifestError(`${text} is not a CIDR block such as 10.0.0.0/8 or fd00::/8`);
  const free = BigInt(width - length);
  const value = v6 ? v6Number(address) : v4Number(address);
  const from = ((value >> free) << free) + (v6 ? V6_START : 0n);
  return { from, until: from + (1n << free) };
}

export function addresses(blocks: readonly string[], except: readonly string[] = []): Addresses {
  return difference(intervals(blocks.map(readBlock)), intervals(except.map(readBlock)));
}

/** Returns a range of addresses of one family. @throws ManifestError */
export function addressRange(first: string, last: string): Addresses {
  return intervals([{ from: readBlock(first).from, until: readBlock(last).until }]);
}

export function addressCount(set: Addresses): bigint {
  return set.reduce((sum, { from, until }) => sum + (until - from), 0n);
}

export function formatBlocks(set: Addresses): readonly string[] {
  return set.flatMap(({ from, until }) => blocksOf(from, until));
}

function blocksOf(from: bigint, until: bigint): readonly string[] {
  const found: string[] = [];
  for (let at = from; at < until; ) {
    const [start, width] = at < V6_START ? [0n, 32] : [V6_START, 128];
    const end = at < V6_START && until > V6_START ? V6_START : until;
    let bits = 0;
    while (bits < width && fits(at - start, end - at, BigInt(bits + 1))) bits += 1;
    found.push(`${formatAddress(at)}/${width - bits}`);
    at += 1n << BigInt(bits);
  }
  return found;
}

function fits(offset: bigint, room: bigint, bits: bigint): boolean {
  return offset % (1n << bits) === 0n && 1n << bits <= room;
}

function formatAddress(at: bigint): string {
  if (at < V6_START) return [24n, 16n, 8n, 0n].map((bit) => (at >> bit) & 255n).join(".");
  const value = at - V6_START;
  const groups = Array.from({ length: 8 }, (_, group) =>
    ((value >> BigInt(112 - 16 * group)) & 0xffffn).toString(16),
  );
  // Compresses the longest run of zeros (RFC 5952).
  const runs = [...groups.join(":").matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)];
  const [run = ""] = runs.map(([text]) => text).toSorted((a, b) => b.length - a.length);
  if (run === "") return groups.join(":");
  const [before = "", ...after] = groups.join(":").split(run);
  return `${before.replace(/:$/, "")}::${after.join(run).replace(/^:/, "")}`;
}

function v4Number(address: string): bigint {
  return address.split(".").reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function v6Number(address: string): bigint {
  const [, head = "", v4] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  if (v4 !== undefined) {
    const value = v4Number(v4);
    return v6Number(`${head}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`);
  }
  const [left = "", right] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const before = groups(left);
  const after = right === undefined ? [] : groups(right);
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].reduce(
    (sum, group) => (sum << 16n) + BigInt(`0x${group}`),
    0n,
  );
}
