import type { Language } from "@veil/contracts/sanitiser";
import { doubleMetaphone, koelner } from "./sound-codes.ts";
import { consonants, spelledOut, vowels } from "./spelled-sounds.ts";

/**
 * What a word sounds like. The phonetic codes (Kölner Phonetik, double metaphone) leave out vowels and put many
 * consonants together; so that Meer and Mauer are no Meyer, and Pech no Beck, it also holds what they leave out.
 * What costs more to know is worked out when it is asked for, and once.
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
/** Shorter words sound like any other. */
const SHORTEST = 3;

/** @param word - in lower case */
export function soundOf(word: string): Sound {
  const letters = spelledOut(word);
  return { word, letters, consonants: consonants(letters), spelled: {}, codes: {} };
}

/** Whether two words are spelling variants of one name to a speaker of one of the languages. */
export function areAlike(a: Sound, b: Sound, languages = LANGUAGES): boolean {
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
 * Words that are alike share one of these keys, for many words at once. `isWorth`: asked of the half of a key that
 * costs little, `spelledKeys`, before the rest is worked out.
 */
export function soundKeys(
  sound: Sound,
  isWorth: (spelled: number) => boolean = () => true,
): readonly string[] {
  const keys: string[] = [];
  for (const language of LANGUAGES) {
    const spelled = spelledKey(sound, language);
    if (isWorth(spelled))
      for (const code of codesOf(sound, language)) keys.push(`${spelled} ${code}`);
  }
  return keys;
}

/** Words that share none of these are not alike. */
export function spelledKeys(sound: Sound): readonly number[] {
  return LANGUAGES.map((language) => spelledKey(sound, language));
}

/** The consonants and the vowels, and to whom they sound so. */
function spelledKey({ letters, consonants: sounds, spelled }: Sound, language: Language): number {
  spelled[language] ??= mixed(
    mixed(sounds, vowels(letters, language)),
    LANGUAGES.indexOf(language),
  );
  return spelled[language];
}

/** A number that other pairs do not share but by a rare chance. */
function mixed(a: number, b: number): number {
  const both = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + b;
  return Math.imul(both ^ (both >>> 13), 0x297a2d39);
}

/** None for a word of fewer than three letters. */
function codesOf({ word, codes }: Sound, language: Language): readonly string[] {
  codes[language] ??=
    word.length < SHORTEST ? [] : CODES[language](word).filter((code) => code !== "");
  return codes[language];
}
