import { consistencyRanges, inclusionRanges, type LeafRange, splitPoint } from "./merkle-ranges.ts";
import { createMerkleVerifier, type MerkleVerifier } from "./merkle-verifier.ts";

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/**
 * Functions over the trees of RFC 6962, section 2.1. Every hash has 32 bytes; `leafHashes` are
 * results of `merkleLeafHash`.
 */
export interface Merkle extends MerkleVerifier {
  /** Returns `SHA-256(0x00 || data)`. */
  merkleLeafHash(data: Uint8Array): Uint8Array;
  /** Returns `SHA-256(0x01 || left || right)`. */
  merkleNodeHash(left: Uint8Array, right: Uint8Array): Uint8Array;
  /** Returns the root of the tree. For an empty tree, it is the SHA-256 of an empty string. */
  merkleRoot(leafHashes: readonly Uint8Array[]): Uint8Array;
  /** Returns the path from the leaf to the root. @throws RangeError when there is no such leaf */
  inclusionPath(leafHashes: readonly Uint8Array[], index: number): Uint8Array[];
  /** Returns the paths of all leaves, and hashes each node only once. */
  inclusionPaths(leafHashes: readonly Uint8Array[]): Uint8Array[][];
  /**
   * Returns the proof that the tree begins with the tree of its first `size` leaves.
   * @throws RangeError unless 0 < `size` <= number of leaves
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
