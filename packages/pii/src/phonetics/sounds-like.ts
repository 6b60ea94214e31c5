import type { Language } from "@veil/contracts/sanitiser";
import { doubleMetaphone, koelner } from "./sound-codes.ts";
import { consonants, spelledOut, vowels } from "./spelled-sounds.ts";

const CODES: Readonly<Record<Language, (word: string) => readonly string[]>> = {
  de: (word) => [koelner(word)],
  en: doubleMetaphone,
};

/**
 * What a word sounds like: two words that share one of these keys are spelling variants of one name. The
 * phonetic codes (Kölner Phonetik, double metaphone) leave out vowels and put many consonants together; so
 * that Meer and Mauer are no Meyer, and Pech no Beck, a key also holds what they leave out. None for a word
 * of fewer than three letters.
 */
export function soundKeys(word: string, language: Language): readonly string[] {
  if (word.length < 3) return [];
  const letters = spelledOut(word);
  const spelled = `${consonants(letters)} ${vowels(letters, language)}`;
  return CODES[language](word).flatMap((code) =>
    code === "" ? [] : [`${language} ${code} ${spelled}`],
  );
}

/** Whether two words are spelling variants of one name to a speaker of the language. */
export function soundsLike(language: Language): (a: string, b: string) => boolean {
  return (a, b) => {
    const keys = soundKeys(a, language);
    return soundKeys(b, language).some((key) => keys.includes(key));
  };
}
