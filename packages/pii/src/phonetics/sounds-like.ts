import type { Language } from "@veil/contracts/sanitiser";
import { doubleMetaphone, koelner } from "./sound-codes.ts";
import { consonants, spelledOut, vowels } from "./spelled-sounds.ts";

const CODES: Readonly<Record<Language, (word: string) => readonly string[]>> = {
  de: (word) => [koelner(word)],
  en: doubleMetaphone,
};

const LANGUAGES: readonly Language[] = ["de", "en"];

/**
 * What a word sounds like: two words that share one of these keys are spelling variants of one name. The
 * phonetic codes (Kölner Phonetik, double metaphone) leave out vowels and put many consonants together; so
 * that Meer and Mauer are no Meyer, and Pech no Beck, a key also holds what they leave out. None for a word
 * of fewer than three letters.
 */
function soundKeys(word: string, language: Language): readonly string[] {
  return keysIn([language], word, () => true);
}

/**
 * Its keys in every language. `isWorth`: asked of the half of a key that costs little, `spelledKeys`, before
 * the rest is worked out.
 */
export function soundsOf(word: string, isWorth: (spelled: string) => boolean = () => true) {
  return keysIn(LANGUAGES, word, isWorth);
}

/** What the keys of a word begin with: words that share none share no key. */
export function spelledKeys(word: string): readonly string[] {
  const letters = spelledOut(word);
  const sounds = consonants(letters);
  return LANGUAGES.map((language) => spelledKey(letters, sounds, language));
}

function keysIn(
  languages: readonly Language[],
  word: string,
  isWorth: (spelled: string) => boolean,
): readonly string[] {
  const letters = spelledOut(word);
  return soundsOfSpelled({ word, letters, consonants: consonants(letters) }, isWorth, languages);
}

/** A word spelled out, and its consonants. */
export interface SpelledWord {
  readonly word: string;
  readonly letters: string;
  readonly consonants: string;
}

/** `soundsOf`, of a word that is spelled out already. */
export function soundsOfSpelled(
  { word, letters, consonants: sounds }: SpelledWord,
  isWorth: (spelled: string) => boolean,
  languages = LANGUAGES,
): readonly string[] {
  const keys: string[] = [];
  if (word.length < 3) return keys;
  for (const language of languages) {
    const spelled = spelledKey(letters, sounds, language);
    if (!isWorth(spelled)) continue;
    for (const code of CODES[language](word)) if (code !== "") keys.push(`${spelled} ${code}`);
  }
  return keys;
}

function spelledKey(letters: string, sounds: string, language: Language): string {
  return `${language} ${sounds} ${vowels(letters, language)}`;
}

/** Whether two words are spelling variants of one name to a speaker of the language. */
export function soundsLike(language: Language): (a: string, b: string) => boolean {
  return (a, b) => {
    const keys = soundKeys(a, language);
    return soundKeys(b, language).some((key) => keys.includes(key));
  };
}
