import { sha256 } from "@veil/crypto";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(data: Uint8Array): Buffer {
  return sha256(LEAF, data);
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(NODE, left, right);
}

export interface BatchTree {
  readonly root: Buffer;
  /** For each leaf in its order, from the leaf up. */
  readonly paths: readonly (readonly Buffer[])[];
}

/**
 * RFC 6962, section 2.1: the root and the inclusion paths of all leaves at once, in one pass.
 * @param leaves - their hashes; at least one
 */
export function batchTree(leaves: readonly Buffer[]): BatchTree {
  const [only] = leaves;
  if (only === undefined) throw new TypeError("A tree of a batch has a leaf");
  if (leaves.length === 1) return { root: only, paths: [[]] };
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const left = batchTree(leaves.slice(0, split));
  const right = batchTree(leaves.slice(split));
  return {
    root: nodeHash(left.root, right.root),
    paths: [
      ...left.paths.map((path) => [...path, right.root]),
      ...right.paths.map((path) => [...path, left.root]),
    ],
  };
}
