type NodeHash = (left: Uint8Array, right: Uint8Array) => Uint8Array;

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

export interface ConsistencyClaim {
  readonly from: TreeHead;
  readonly to: TreeHead;
  readonly path: readonly Uint8Array[];
}

/** The state of an append-only tree. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

export interface MerkleVerifier {
  /**
   * Returns whether the leaf is at `index` in the tree with this size and root (RFC 9162, section
   * 2.1.3.2). Never throws.
   */
  verifyInclusion(claim: InclusionClaim): boolean;
  /**
   * Returns whether the tree `to` begins with the leaves of the tree `from` (RFC 9162, section
   * 2.1.4.2). Never throws. Returns false for an empty `from`, because nothing can be proven about
   * it.
   */
  verifyConsistency(claim: ConsistencyClaim): boolean;
}

const HASH_BYTES = 32;

export function createMerkleVerifier(nodeHash: NodeHash): MerkleVerifier {
  /** Computes the root from a node and the siblings on the path to the root. */
  const climb = (
    node: Uint8Array,
    siblings: readonly Uint8Array[],
    directions: readonly Direction[],
  ) =>
    siblings.reduce(
      (hash, sibling, at) =>
        directions[at] === "left" ? nodeHash(sibling, hash) : nodeHash(hash, sibling),
      node,
    );

  function includes({ index, size, leafHash, path, root }: InclusionClaim): boolean {
    const directions = siblingDirections(index, size - 1);
    return path.length === directions.length && equal(climb(leafHash, path, directions), root);
  }

  function grew({ from, to, path }: ConsistencyClaim): boolean {
    const last = lastSubtree(from.size, to.size);
    const directions = siblingDirections(last.position, last.lastPosition);
    // If the smaller tree is complete, its root is the first node, and the proof omits it.
    const [first, ...siblings] = last.position === 0 ? [from.root, ...path] : path;
    if (first === undefined || siblings.length !== directions.length) return false;
    const lefts = siblings.filter((_, at) => directions[at] === "left");
    const former = climb(first, lefts, Array<Direction>(lefts.length).fill("left"));
    return equal(former, from.root) && equal(climb(first, siblings, directions), to.root);
  }

  return {
    verifyInclusion(claim) {
      const { index, size, leafHash, path } = claim;
      return isIndex(index) && isIndex(size) && index < size && areHashes([leafHash, ...path])
        ? includes(claim)
        : false;
    },

    verifyConsistency(claim) {
      const { from, to, path } = claim;
      if (!isIndex(from.size) || !isIndex(to.size) || from.size < 1) return false;
      if (from.size === to.size) return path.length === 0 && equal(from.root, to.root);
      return from.size < to.size && areHashes([from.root, ...path]) && grew(claim);
    },
  };
}

type Direction = "left" | "right";

/**
 * Returns on which side the siblings are on the path from a node to the root. This is the loop over
 * `fn` and `sn` in RFC 9162. It uses division, because shifts work on only 32 bits.
 * @param node - the position of the node in its level
 * @param last - the last position in that level
 */
function siblingDirections(node: number, last: number): Direction[] {
  const directions: Direction[] = [];
  let [fn, sn] = [node, last];
  while (sn > 0) {
    // The last node of a level has no sibling if its position is even; it is then its own parent.
    if (fn % 2 === 1) directions.push("left");
    else if (fn < sn) directions.push("right");
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return directions;
}

/**
 * Returns the position of the largest complete subtree at the right edge of the tree `from`, and
 * the last position at the same level of the tree `to`.
 */
function lastSubtree(from: number, to: number) {
  let [position, lastPosition] = [from - 1, to - 1];
  while (position % 2 === 1)
    [position, lastPosition] = [Math.floor(position / 2), Math.floor(lastPosition / 2)];
  return { position, lastPosition };
}

function isIndex(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function areHashes(all: readonly Uint8Array[]): boolean {
  return all.every((bytes) => bytes.length === HASH_BYTES);
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
