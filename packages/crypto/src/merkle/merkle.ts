import { consistencyRanges, inclusionRanges, type LeafRange, splitPoint } from "./merkle-ranges.ts";
import { createMerkleVerifier, type MerkleVerifier } from "./merkle-verifier.ts";

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The trees of RFC 6962, section 2.1. Every hash has 32 bytes; `leafHashes` are those that `merkleLeafHash` returns. */
export interface Merkle extends MerkleVerifier {
  /** `SHA-256(0x00 || data)` */
  merkleLeafHash(data: Uint8Array): Uint8Array;
  /** `SHA-256(0x01 || left || right)` */
  merkleNodeHash(left: Uint8Array, right: Uint8Array): Uint8Array;
  /** Returns SHA-256 of nothing for the empty tree. */
  merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array;
  /** Leads from the leaf to the root. @throws RangeError without such a leaf */
  inclusionPath(leafHashes: readonly Uint8Array[], index: number): Uint8Array[];
  /** Returns the path of every leaf, hashing each node once. */
  inclusionPaths(leafHashes: readonly Uint8Array[]): Uint8Array[][];
  /**
   * Proves that the tree's first `size` leaves were a tree once. @throws RangeError unless 0 <
   * `size` <= number of leaves
   */
  consistencyPath(leafHashes: readonly Uint8Array[], size: number): Uint8Array[];
}

const LEAF = 0;
const NODE = 1;

export function createMerkle(sha256: Sha256): Merkle {
  const merkleLeafHash = (data: Uint8Array) => sha256(joined(LEAF, data));
  const merkleNodeHash = (left: Uint8Array, right: Uint8Array) => sha256(joined(NODE, left, right));

  function merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
    const [only] = leafHashes;
    if (only === undefined) return sha256(new Uint8Array(0));
    if (leafHashes.length === 1) return only;
    const [left, right] = halves(leafHashes);
    return merkleNodeHash(merkleRoot(left), merkleRoot(right));
  }

  function rootAndPaths(leafHashes: readonly Uint8Array[]) {
    if (leafHashes.length < 2)
      return { root: merkleRoot(leafHashes), paths: leafHashes.map((): Uint8Array[] => []) };
    const [left, right] = halves(leafHashes).map(rootAndPaths) as [Rooted, Rooted];
    for (const path of left.paths) path.push(right.root);
    for (const path of right.paths) path.push(left.root);
    return {
      root: merkleNodeHash(left.root, right.root),
      paths: [...left.paths, ...right.paths],
    };
  }

  const rootsOf = (leafHashes: readonly Uint8Array[], ranges: readonly LeafRange[]) =>
    ranges.map(({ start, end }) => merkleRoot(leafHashes.slice(start, end)));

  return {
    merkleLeafHash,
    merkleNodeHash,
    merkleRoot,
    inclusionPath: (leafHashes, index) =>
      rootsOf(leafHashes, inclusionRanges(index, leafHashes.length)),
    inclusionPaths: (leafHashes) => rootAndPaths(leafHashes).paths,
    consistencyPath: (leafHashes, size) =>
      rootsOf(leafHashes, consistencyRanges(size, leafHashes.length)),
    ...createMerkleVerifier(merkleNodeHash),
  };
}

interface Rooted {
  readonly root: Uint8Array;
  readonly paths: Uint8Array[][];
}

function halves(leafHashes: readonly Uint8Array[]) {
  const split = splitPoint(leafHashes.length);
  return [leafHashes.slice(0, split), leafHashes.slice(split)] as const;
}

function joined(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
