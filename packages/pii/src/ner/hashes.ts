import { FOLDED, LOWERED } from "./character-tables.ts";

/** Taken once: a look-up of a global object costs much where tests run. */
const { imul } = Math;

/** FNV-1a over UTF-16 code units, 32 bits, signed. */
export const HASH_SEED = -2128831035;

/** Takes one more code unit into a hash. */
export function hashStep(hash: number, unit: number): number {
  return imul(hash ^ unit, 16777619);
}

/** The key of a word in a {@link Lexicon}, and `Tokens.lower`: the hash of its lower-case form. */
export function hashLower(word: string, start = 0, end = word.length): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) hash = hashStep(hash, LOWERED[word.charCodeAt(at)] ?? 0);
  return hash;
}

/** The other key of a word: the hash of its lower-case form without diacritics. */
export function hashFolded(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at += 1)
    hash = hashStep(hash, FOLDED[word.charCodeAt(at)] ?? 0);
  return hash;
}
