import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  merkleNodeHash,
  merkleRoot,
  type Subtree,
} from "@veil/crypto";

/** The root of a complete subtree: the `position`-th subtree with 2^level leaves. */
interface TreeNode {
  readonly level: number;
  readonly position: number;
}

/**
 * Reads the hashes of complete subtrees, in the order of `nodes`. A hash is undefined if the node
 * is not in the tree.
 */
export type ReadNodes = (
  nodes: readonly TreeNode[],
) => Promise<readonly (Uint8Array | undefined)[]>;

export class MissingNodeError extends Error {
  override readonly name = "MissingNodeError";
}

/**
 * Computes the root and proofs (RFC 6962) from O(log n) stored hashes. Sizes must not exceed the
 * size of the tree. All methods throw `MissingNodeError` when a node is missing.
 */
export interface LogTree {
  rootAt(size: number): Promise<Uint8Array>;
  /** Returns the inclusion path of each leaf. */
  inclusions(indexes: readonly number[], size: number): Promise<readonly (readonly Uint8Array[])[]>;
  consistency(from: number, to: number): Promise<readonly Uint8Array[]>;
  /** Returns the complete subtrees that make up the tree of this size, the largest first. */
  subtrees(size: number): Promise<readonly Subtree[]>;
}

export function createLogTree(readNodes: ReadNodes): LogTree {
  async function hashesOf(ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
    const parts = ranges.map(completeSubtrees);
    const nodes = [...new Map(parts.flat().map((node) => [nameOf(node), node])).values()];
    const hashes = await readNodes(nodes);
    const hashOf = new Map(nodes.map((node, at) => [nameOf(node), hashes[at]]));
    return parts.map((part) => foldRight(part.map((node) => required(hashOf.get(nameOf(node))))));
  }

  return {
    async rootAt(size) {
      const [root] = size === 0 ? [merkleRoot([])] : await hashesOf([{ start: 0, end: size }]);
      return required(root);
    },
    async inclusions(indexes, size) {
      const paths = indexes.map((index) => inclusionRanges(index, size));
      const hashes = (await hashesOf(paths.flat())).values();
      return paths.map((ranges) => ranges.map(() => required(hashes.next().value)));
    },
    consistency: (from, to) => hashesOf(consistencyRanges(from, to)),
    async subtrees(size) {
      const nodes = completeSubtrees({ start: 0, end: size });
      const hashes = await readNodes(nodes);
      return nodes.map(({ level }, at) => ({ level, hash: required(hashes[at]) }));
    },
  };
}

function nameOf({ level, position }: TreeNode): string {
  return `${level}/${position}`;
}

/**
 * Splits a range of leaves into complete subtrees, the largest first. Each begins at a multiple of
 * its size.
 */
function completeSubtrees({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    while (at + 2 ** (level + 1) <= end) level += 1;
    nodes.push({ level, position: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/**
 * Computes the root from the hashes of complete subtrees, given from left to right, the largest
 * first.
 */
function foldRight(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => merkleNodeHash(left, right));
}

function required(hash: Uint8Array | undefined): Uint8Array {
  if (hash === undefined) throw new MissingNodeError("A node of the tree is missing");
  return hash;
}
