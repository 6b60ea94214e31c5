import { FOLDED, LOWERED } from "./character-tables.ts";

const { imul } = Math;

/** The seed of FNV-1a over UTF-16 code units: 32 bits, signed. */
export const HASH_SEED = -2128831035;

export function hashStep(hash: number, unit: number): number {
  return imul(hash ^ unit, 16777619);
}

/**
 * Returns the hash of the lower-case form, which is the key of a word in a {@link Lexicon} and in
 * `Tokens.lower`.
 */
export function hashLower(word: string, start = 0, end = word.length): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) hash = hashStep(hash, LOWERED[word.charCodeAt(at)] ?? 0);
  return hash;
}

/** Returns the hash of the lower-case form without diacritics. */
export function hashFolded(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at += 1)
    hash = hashStep(hash, FOLDED[word.charCodeAt(at)] ?? 0);
  return hash;
}
