import {
  CASE_SHIFT,
  FOLDED,
  KIND_SHIFT,
  LETTER,
  LOW_HALF,
  LOWER,
  LOWERED,
  UNITS,
  UPPER,
} from "../../text/character-tables.ts";
import { HASH_SEED, hashLower, hashStep } from "../../text/hashes.ts";
import { FIRST_NAME, frequencies, LEXICON_FLAGS, type Lexicon, NAME_LISTS } from "./lexicon.ts";

const COMPOUND_MIN = 8;
const COMPOUND_MAX = 40;
const HALF_MIN = 3;
const GENITIVE_MIN = 5;
const LETTER_S = "s".charCodeAt(0);
/** Linking letters of German compounds: "Arbeit-s-amt", "Sonne-n-schein". */
const LINKS = new Set(Array.from("sne", (letter) => letter.charCodeAt(0)));

/** The current word. A single object, to avoid an allocation per word. */
export const word = {
  text: "",
  start: 0,
  end: 0,
  lower: 0,
  /** Hash of the lower-case form without its last letter. */
  lowerButLast: 0,
  isAscii: true,
  uppers: 0,
  lowers: 0,
  flags: 0,
  wordClass: 0,
};

export function readWord(text: string, start: number): void {
  let lower = HASH_SEED;
  let lowerButLast = HASH_SEED;
  let units = 0;
  let uppers = 0;
  let lowers = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    const facts = UNITS[unit] ?? 0;
    if (((facts >> KIND_SHIFT) & 3) !== LETTER) break;
    lowerButLast = lower;
    lower = hashStep(lower, facts & LOW_HALF);
    units |= unit;
    const letterCase = facts >> CASE_SHIFT;
    if (letterCase === LOWER) lowers += 1;
    else if (letterCase === UPPER) uppers += 1;
  }
  word.text = text;
  word.start = start;
  word.end = end;
  word.lower = lower;
  word.lowerButLast = lowerButLast;
  word.isAscii = units < 128;
  word.uppers = uppers;
  word.lowers = lowers;
}

/**
 * Looks `word` up as spelled and without diacritics. With `masked`, the word counts as unlisted and
 * has no class.
 */
export function lookUpWord(lexicon: Lexicon, masked: boolean): void {
  const slot = lexicon.slotOf(word.lower);
  let flags = slot === -1 ? 0 : lexicon.flagsAt(slot);
  word.wordClass = slot === -1 || masked ? 0 : lexicon.classAt(slot);
  if (!word.isAscii) flags = withFolded(flags, lexicon);
  flags |= genitive(flags, lexicon);
  if (masked) flags &= ~(NAME_LISTS | LEXICON_FLAGS.GENITIVE);
  if (isUnknown(flags) && isCompound(word.text, word.start, word.end, lexicon))
    flags |= LEXICON_FLAGS.COMPOUND;
  word.flags = flags;
}

function withFolded(flags: number, lexicon: Lexicon): number {
  let folded = HASH_SEED;
  for (let at = word.start; at < word.end; at += 1)
    folded = hashStep(folded, FOLDED[word.text.charCodeAt(at)] ?? 0);
  const more = lexicon.flagsOf(folded);
  return flags === 0 ? more : flags | (more & NAME_LISTS);
}

/**
 * Returns the flags of the word without its genitive s ("Müllers"), if the word itself is in no
 * list of names.
 */
function genitive(flags: number, lexicon: Lexicon): number {
  const { text, start, end } = word;
  if ((flags & NAME_LISTS) !== 0 || end - start < GENITIVE_MIN) return 0;
  if (LOWERED[text.charCodeAt(end - 1)] !== LETTER_S) return 0;
  const names = lexicon.flagsOf(word.lowerButLast) & NAMES_AND_TOWNS;
  return names === 0 ? 0 : names | LEXICON_FLAGS.GENITIVE;
}

const NAMES_AND_TOWNS = NAME_LISTS & ~LEXICON_FLAGS.CITY_PART;

function isUnknown(flags: number): boolean {
  return frequencies(flags) === 0 && (flags & (FIRST_NAME | LEXICON_FLAGS.LAST)) === 0;
}

/** Returns whether a word consists of two known words, with or without a linking letter. */
function isCompound(text: string, start: number, end: number, lexicon: Lexicon): boolean {
  if (end - start < COMPOUND_MIN || end - start > COMPOUND_MAX) return false;
  const last = end - HALF_MIN - 1;
  hashBeginnings(text, start, last);
  beginnings.touched = lexicon.touch(beginnings.hashes, HALF_MIN - 1, last - start);
  let firstEnd = -2;
  for (let at = start + HALF_MIN - 1; at < last; at += 1) {
    const isFirst = isKnown(lexicon.flagsOf(beginnings.hashes[at - start] ?? 0));
    if (isFirst) firstEnd = at + 1;
    const isLinked = firstEnd === at && LINKS.has(LOWERED[text.charCodeAt(at)] ?? 0);
    if ((isFirst || isLinked) && isSecond(lexicon.flagsOf(hashLower(text, at + 1, end))))
      return true;
  }
  return false;
}

/** The hashes of the current word's beginnings, by the position of their last letter. Reused. */
const beginnings = { hashes: new Int32Array(COMPOUND_MAX), touched: 0 };

function hashBeginnings(text: string, start: number, end: number): void {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) {
    hash = hashStep(hash, LOWERED[text.charCodeAt(at)] ?? 0);
    beginnings.hashes[at - start] = hash;
  }
}

function isKnown(flags: number): boolean {
  return frequencies(flags) > 8 || (frequencies(flags) & 7) > 0;
}

function isSecond(flags: number): boolean {
  return isKnown(flags) || (flags & LEXICON_FLAGS.LOWER_SEEN) !== 0;
}
