import { colognePhonetic } from "cologne-phonetic";
import { doubleMetaphone as metaphones } from "double-metaphone";

/** No name is longer; the codes of anything longer would only cost time. */
const LONGEST = 64;

/**
 * Kölner Phonetik (Postel 1969): one digit for each group of German consonants. Empty for a word without
 * Latin letters.
 */
export function koelner(word: string): string {
  return colognePhonetic(plain(word));
}

/**
 * Double metaphone (Philips 2000): the English sound of a word, and another one where the spelling allows
 * it. Empty for a word without Latin letters.
 */
export function doubleMetaphone(word: string): readonly string[] {
  const [first, second] = metaphones(plain(word).replace(/[^a-z]+/g, ""));
  return first === second ? [first] : [first, second];
}

const PLAIN = /^[a-z]*$/;

/** Lower case without accents. */
export function plain(word: string): string {
  const lower = word.slice(0, LONGEST).toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .replace(/ß/g, "ss")
    .replace(/ç/g, "s")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
}
