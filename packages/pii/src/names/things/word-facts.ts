import type { Language } from "../../finding.ts";
import { hashLower } from "../../text/hashes.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, frequencies, LAST_NAME } from "../lexicon/lexicon.ts";
import { lookUpWord, readWord, word } from "../lexicon/word-facts.ts";
import type { NameModels } from "../model/bundled-models.ts";

/** What the lexicon of a language contains about words. */
export interface WordFacts {
  readonly language: Language;
  /**
   * Returns whether the word is in no list of names and is common, seen in lower case, or a
   * compound of such words.
   */
  isPlain(word: string): boolean;
  isGiven(word: string): boolean;
  /** Returns whether a list of given or family names contains the word. */
  isName(word: string): boolean;
  /** Returns whether the training texts of the model have the word in lower case outside names. */
  isSeenInLowerCase(word: string): boolean;
  /** Returns whether the word is common in speech or writing. */
  isCommon(word: string): boolean;
}

const NAMES = FIRST_NAME | LAST_NAME | F.LAST_RARE;

export function wordFacts(models: NameModels, language: Language): WordFacts {
  const { lexicon } = models[language];
  const flagsOf = (text: string) => lexicon.flagsOf(hashLower(text));
  return {
    language,
    isPlain(text) {
      readWord(text, 0);
      if (word.end !== text.length) return false;
      lookUpWord(lexicon, false);
      const isKnown =
        frequencies(word.flags) !== 0 || (word.flags & (F.LOWER_SEEN | F.COMPOUND)) !== 0;
      return isKnown && (word.flags & NAMES) === 0;
    },
    isGiven: (text) => (flagsOf(text) & FIRST_NAME) !== 0,
    isName: (text) => (flagsOf(text) & NAMES) !== 0,
    isSeenInLowerCase: (text) => (flagsOf(text) & F.LOWER_SEEN) !== 0,
    isCommon: (text) => frequencies(flagsOf(text)) !== 0,
  };
}
