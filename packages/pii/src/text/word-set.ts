import { createHashTable, keyOf } from "./hash-table.ts";
import { hashLower } from "./hashes.ts";

/** A set of words that are looked up by the hash of their lower-case form, `Tokens.lower`. */
export interface WordSet {
  has(hash: number): boolean;
}

/**
 * Creates a set from words separated by white space. A Set of numbers would be slower, because most
 * hashes are not small integers.
 */
export function wordSet(list: string): WordSet {
  const words = new Set(list.trim().split(/\s+/));
  const { mask, hashes } = createHashTable([...words].map((word) => [hashLower(word), 0]));
  return {
    has(hash) {
      const key = keyOf(hash);
      let slot = key & mask;
      while (hashes[slot] !== 0 && hashes[slot] !== key) slot = (slot + 1) & mask;
      return hashes[slot] === key;
    },
  };
}
