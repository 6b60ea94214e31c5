import type { Language } from "@veil/contracts/sanitiser";
import { doubleMetaphone, koelner } from "./sound-codes.ts";
import { consonants, spelledOut, vowels } from "./spelled-sounds.ts";

/**
 * The sounds of a word. The phonetic codes drop vowels and merge consonants, so the letters are
 * kept as well: Meer is not a variant of Meyer.
 */
export interface Sound {
  readonly word: string;
  readonly letters: string;
  readonly consonants: number;
  readonly spelled: Partial<Record<Language, number>>;
  readonly codes: Partial<Record<Language, readonly string[]>>;
}

const CODES: Readonly<Record<Language, (word: string) => readonly string[]>> = {
  de: (word) => [koelner(word)],
  en: doubleMetaphone,
};

const LANGUAGES: readonly Language[] = ["de", "en"];
const SHORTEST = 3;

export function soundOf(word: string): Sound {
  const letters = spelledOut(word);
  return { word, letters, consonants: consonants(letters), spelled: {}, codes: {} };
}

/**
 * Returns whether two words are spelling variants of one name to a speaker of one of the languages.
 */
export function areVariants(a: Sound, b: Sound, languages = LANGUAGES): boolean {
  return (
    a.consonants === b.consonants &&
    languages.some(
      (language) =>
        spelledKey(a, language) === spelledKey(b, language) &&
        codesOf(a, language).some((code) => codesOf(b, language).includes(code)),
    )
  );
}

/**
 * Returns keys such that variants share at least one. `isRelevant` tests the cheap half of a key
 * first, as returned by `spelledKeys`.
 */
export function soundKeys(
  sound: Sound,
  isRelevant: (spelled: number) => boolean = () => true,
): readonly string[] {
  const keys: string[] = [];
  for (const language of LANGUAGES) {
    const spelled = spelledKey(sound, language);
    if (isRelevant(spelled))
      for (const code of codesOf(sound, language)) keys.push(`${spelled} ${code}`);
  }
  return keys;
}

export function spelledKeys(sound: Sound): readonly number[] {
  return LANGUAGES.map((language) => spelledKey(sound, language));
}

function spelledKey({ letters, consonants: sounds, spelled }: Sound, language: Language): number {
  spelled[language] ??= mixed(
    mixed(sounds, vowels(letters, language)),
    LANGUAGES.indexOf(language),
  );
  return spelled[language];
}

function mixed(a: number, b: number): number {
  const both = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + b;
  return Math.imul(both ^ (both >>> 13), 0x297a2d39);
}

function codesOf({ word, codes }: Sound, language: Language): readonly string[] {
  codes[language] ??=
    word.length < SHORTEST ? [] : CODES[language](word).filter((code) => code !== "");
  return codes[language];
}
