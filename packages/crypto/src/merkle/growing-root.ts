import { merkleNodeHash, merkleRoot } from "./merkle-node.ts";

/** A complete subtree of 2^level leaves. */
export interface Subtree {
  readonly level: number;
  readonly hash: Uint8Array;
}

export interface GrowingRoot {
  /** Adds the next leaf. @param leafHash - the hash of the leaf */
  add(leafHash: Uint8Array): void;
  readonly size: number;
  root(): Uint8Array;
}

/**
 * Computes the root (RFC 6962) of a tree leaf by leaf, with memory proportional to its depth.
 * @param first - the complete subtrees before the first leaf that is added, largest first
 */
export function createGrowingRoot(first: readonly Subtree[] = []): GrowingRoot {
  const subtrees = [...first];
  let size = first.reduce((sum, { level }) => sum + 2 ** level, 0);
  return {
    add(leafHash) {
      let next = { level: 0, hash: leafHash };
      for (let last = subtrees.at(-1); last?.level === next.level; last = subtrees.at(-1)) {
        subtrees.pop();
        next = { level: next.level + 1, hash: merkleNodeHash(last.hash, next.hash) };
      }
      subtrees.push(next);
      size += 1;
    },
    get size() {
      return size;
    },
    root() {
      if (size === 0) return merkleRoot([]);
      return subtrees
        .map(({ hash }) => hash)
        .reduceRight((right, left) => merkleNodeHash(left, right));
    },
  };
}
