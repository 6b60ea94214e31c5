import {
  isNameWord,
  isOpener,
  isParticle,
  isSentenceWord,
  startsWithDigit,
} from "./address-words.ts";
import { firstWordAfter, isCapital, isUpper, type Word, wordsFrom } from "./words.ts";

const LONGEST_TOWN = 6;

export function readTown(text: string, at: number, lower: boolean): readonly Word[] {
  const first = firstWordAfter(text, at);
  if (first === undefined || !isTownStart(first, lower)) return [];
  const words = wordsFrom(text, first, LONGEST_TOWN);
  let count = 1;
  while (count < words.length && continuesTown(words, count, lower)) count += 1;
  if (isDistrict(text, words[count])) return words.slice(0, count + 1);
  let town = words.slice(0, count);
  while (town.length > 1 && isLoose(town.at(-1))) town = town.slice(0, -1);
  return town;
}

function isDistrict(text: string, word: Word | undefined): boolean {
  if (word === undefined || !startsWithDigit(word)) return false;
  if (!/^\d{1,2}$/.test(word.text)) return false;
  return /^(?:$|[,\r\n])/.test(text.slice(word.end, word.end + 1));
}

function isTownStart(word: Word, lower: boolean): boolean {
  if (startsWithDigit(word) || isOpener(word)) return false;
  return isCapital(word) || /^['’]/.test(word.text) || (lower && !isSentenceWord(word));
}

function continuesTown(words: readonly Word[], index: number, lower: boolean): boolean {
  const word = words[index];
  const before = words[index - 1];
  if (word === undefined || before === undefined) return false;
  if (before.dotted && before.key.length > 3) return false;
  if (before.dotted && isUpper(before) && before.text.length > 1) return false;
  // "Oulu NO" and "Hamilton ON" end with a state's code.
  if (isOpener(word) && !isParticle(word) && !isUpper(word)) return false;
  return !/\d/.test(word.text) && isNameWord(word, lower);
}

/** Returns whether the word is a particle, with which a name cannot end. */
function isLoose(word: Word | undefined): boolean {
  return word !== undefined && !isCapital(word) && isParticle(word);
}
