import { colognePhonetic } from "cologne-phonetic";
import { doubleMetaphone as metaphones } from "double-metaphone";

export const LONGEST = 64;

/**
 * Returns the code of the Kölner Phonetik (Postel 1969): one digit per consonant group. The code of
 * a word without Latin letters is empty.
 */
export function koelner(word: string): string {
  return colognePhonetic(plain(word));
}

/**
 * Returns the one or two codes of double metaphone (Philips 2000) for English sounds. The code of a
 * word without Latin letters is empty.
 */
export function doubleMetaphone(word: string): readonly string[] {
  const [first, second] = metaphones(lettersOf(plain(word)));
  return first === second ? [first] : [first, second];
}

export const PLAIN = /^[a-z]*$/;

function lettersOf(word: string): string {
  return PLAIN.test(word) ? word : word.replace(/[^a-z]+/g, "");
}

export function plain(word: string): string {
  const short = word.length > LONGEST ? word.slice(0, LONGEST) : word;
  if (PLAIN.test(short)) return short;
  const lower = short.toLowerCase();
  return lower
    .replace(/ß/g, "ss")
    .replace(/ç/g, "s")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
}
