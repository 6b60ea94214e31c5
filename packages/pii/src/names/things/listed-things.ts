import { nameClarities } from "../../gazetteers/gazetteer.ts";
import {
  beginsNameOfThing,
  kindsOfThing,
  MOST_WORDS,
  NO_KIND,
  WORK_KIND,
} from "../../gazetteers/things.ts";
import { createWordTable } from "../../gazetteers/word-table.ts";
import {
  endOfWord,
  FIRST_LETTERS,
  FIRST_LETTERS_AND_NUMBERS,
  LETTERS,
  LETTERS_AND_NUMBERS,
  startOfLetters,
  startOfWord,
  wordsBetween,
} from "../../lists/phonetics/name-words.ts";
import type { Span } from "../../text/spans.ts";
import { bareName, type PossibleName } from "./possible-name.ts";

/** Below this confidence, a listed thing that is also a surname is not a person. */
const UNSURE = 0.6;
/** The confidence limit for a given name that titles of works and storms have. */
const UNSURE_GIVEN = 0.27;
/** Titles that can also be part of a thing's name. */
const TITLES = createWordTable(
  `dr mr mrs ms miss captain lady lord king queen prince sir uncle aunt meister general doctor`
    .split(" ")
    .map((title) => [title, 1]),
);
/** The number of code units around a name in which a longer name is searched for. */
const PHRASE_REACH = 40;
const KIND_REACH = 250;
const LEAST_OF_KIND = 2;

/**
 * Returns whether the name is a listed thing and in no list of names. With a low confidence, it may
 * also be a listed surname, or a given name that works or storms have too.
 */
export function isListedThing(
  _text: string,
  { kinds, text, words, confidence }: PossibleName,
): boolean {
  if (kinds === NO_KIND) return false;
  const [given, family] = words.length === 1 ? nameClarities(bareName(text)) : clearestOf(words);
  if (text.includes("-") || (given === "unknown" && family === "unknown")) return true;
  if (given === "unknown") return confidence < UNSURE;
  return (kinds & WORK_KIND) !== NO_KIND && confidence < UNSURE_GIVEN;
}

/** Returns whether one of the words is a thing and none is a given name: "Stöcke von Leki". */
export function isPartlyThing(_text: string, { words, confidence }: PossibleName): boolean {
  if (words.length < 2 || confidence >= UNSURE) return false;
  if (!words.some((word) => kindsOfThing(word) !== NO_KIND)) return false;
  return words.every((word) => nameClarities(word)[0] === "unknown");
}

/**
 * Returns whether the name is not a given name and at least two clear things of its kind are
 * nearby: "Jenkins" near "Maven" and "Docker".
 */
export function isOfItsKind(text: string, name: PossibleName): boolean {
  const { kinds, words } = name;
  if (kinds === NO_KIND) return false;
  if (words.length === 1 && nameClarities(words[0] ?? "")[0] === "clear") return false;
  const things = wordsOfKind(text, name, KIND_REACH).filter((word) => /^\p{Lu}/u.test(word));
  return new Set(things).size >= LEAST_OF_KIND;
}

/**
 * Returns the words up to `reach` code units away that are things of the name's kinds and not given
 * names.
 */
export function wordsOfKind(
  text: string,
  { start, end, kinds }: PossibleName,
  reach: number,
): readonly string[] {
  const before = wordsBetween(text, Math.max(0, start - reach), start);
  const behind = wordsBetween(text, end, Math.min(text.length, end + reach));
  return [...before, ...behind].filter(
    (word) => (kindsOfThing(word) & kinds) !== NO_KIND && nameClarities(word)[0] !== "clear",
  );
}

/** Characters that no listed name contains. */
const BREAKS: ReadonlySet<number> = new Set(Array.from("\n,;:!?", (sign) => sign.charCodeAt(0)));

/**
 * Returns whether the title before the name is part of a thing's name: "Dr. Oetker", "Mr. Clean".
 */
export function isTitledThing(text: string, { start, end }: PossibleName): boolean {
  if (text.charAt(start - 1) !== " ") return false;
  const titleEnd = text.charAt(start - 2) === "." ? start - 2 : start - 1;
  const title = startOfLetters(text, titleEnd);
  if (TITLES.bitsOf(text, title, titleEnd) === 0) return false;
  return kindsOfThing(text, title, end) !== NO_KIND;
}

/**
 * Returns whether the name and the words around it contain a longer name of a thing: "Caesar
 * salad", "Black-eyed Susan".
 */
export function isInPhrase(text: string, span: Span): boolean {
  const starts = startsOfPhrases(text, span);
  if (starts.length === 0) return false;
  const ends = [span.end, ...endsBehind(text, span.end)];
  return starts.some((start) =>
    ends.some((end) => {
      if (start === span.start && end === span.end) return false;
      return breakAt(text, start, end) === end && kindsOfThing(text, start, end) !== NO_KIND;
    }),
  );
}

/**
 * Returns the starts of the last words before the span, and of its first word, at which a listed
 * name may begin.
 */
function startsOfPhrases(text: string, { start, end }: Span): readonly number[] {
  const starts: number[] = [];
  let words = 0;
  for (let at = Math.max(0, start - PHRASE_REACH); ; words += 1) {
    at = startOfWord(text, at, FIRST_LETTERS, start);
    if (at === -1) break;
    recentWords[words % MOST_WORDS] = at;
    at = endOfWord(text, at, LETTERS, start);
  }
  for (let word = Math.max(0, words + 1 - MOST_WORDS); word < words; word += 1) {
    const at = recentWords[word % MOST_WORDS] ?? 0;
    if (mayBegin(text, at, start)) starts.push(at);
  }
  const isWord =
    startOfWord(text, start, FIRST_LETTERS, Math.min(start + 2, text.length)) === start;
  if (!isWord || mayBegin(text, start, end)) starts.push(start);
  return starts;
}

/** The starts of the last words read. Reused. */
const recentWords = new Int32Array(MOST_WORDS);

/**
 * Returns whether a listed name may begin with the word at `start`. Returns true for a word that
 * crosses `limit`, because its end is unknown.
 */
function mayBegin(text: string, start: number, limit: number): boolean {
  const end = endOfWord(text, start, LETTERS, Math.min(limit + 1, text.length));
  return end > limit || beginsNameOfThing(text, start, end);
}

function endsBehind(text: string, end: number): readonly number[] {
  const ends: number[] = [];
  const limit = breakAt(text, end, Math.min(end + PHRASE_REACH, text.length));
  for (let at = end; ends.length < MOST_WORDS; ) {
    at = startOfWord(text, at, FIRST_LETTERS_AND_NUMBERS, limit);
    if (at === -1) break;
    at = endOfWord(text, at, LETTERS_AND_NUMBERS, limit);
    ends.push(at);
  }
  return ends;
}

/** Returns the place of the first of `BREAKS`, or `limit` if there is none. */
function breakAt(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && !BREAKS.has(text.charCodeAt(at))) at += 1;
  return at;
}

function clearestOf(words: readonly string[]): readonly ["clear" | "unknown", "clear" | "unknown"] {
  const isGiven = nameClarities(words[0] ?? "")[0] !== "unknown";
  return [isGiven ? "clear" : "unknown", "unknown"];
}
