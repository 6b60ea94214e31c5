import type { Span } from "@veil/pii/spans";
import type { JudgedText } from "../corpus/corpus-text.ts";

interface Place extends Span {
  readonly text: JudgedText;
}

export type IsKnownName = (word: string, language: JudgedText["language"]) => boolean;

export interface Category {
  readonly title: string;
  readonly holds: (place: Place) => boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const BEGINS_SENTENCE = /(?:^|[.!?:…\n]["'“”„»«)]*)[\s"'“”„»«(*-]*$/u;

export function missCategories(isKnownName: IsKnownName): readonly (readonly Category[])[] {
  const known = (place: Place) => {
    const words = wordsOf(place);
    const hits = words.filter((word) => isKnownName(word, place.text.language)).length;
    if (hits === 0) return "no word";
    return hits === words.length ? "every word" : "some words";
  };
  return [
    group(["one word", "two words", "three words or more"], lengthOf),
    group(["lower case", "capitalized", "all capitals", "other case"], caseOf),
    group(["alone on its line", "begins a sentence", "inside a sentence"], positionOf),
    group(
      ["every word in a name list", "some words in a name list", "no word in a name list"],
      (place) => `${known(place)} in a name list`,
    ),
  ];
}

function group(titles: readonly string[], kind: (place: Place) => string): readonly Category[] {
  return titles.map((title) => ({ title, holds: (place) => kind(place) === title }));
}

function lengthOf(place: Place): string {
  const count = wordsOf(place).length;
  if (count <= 1) return "one word";
  return count === 2 ? "two words" : "three words or more";
}

function caseOf({ text: { text }, start, end }: Place): string {
  const letters = text.slice(start, end).replace(/[^\p{L}]/gu, "");
  if (letters === letters.toLowerCase()) return "lower case";
  if (letters.length > 1 && letters === letters.toUpperCase()) return "all capitals";
  const words = text.slice(start, end).match(WORD) ?? [];
  const isCapitalized = (word: string) => /^\p{Lu}/u.test(word);
  return words.every(isCapitalized) ? "capitalized" : "other case";
}

function positionOf({ text: { text }, start, end }: Place): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  if (line.trim() === text.slice(start, end).trim()) return "alone on its line";
  const before = text.slice(Math.max(0, start - 20), start);
  const begins = start === 0 || BEGINS_SENTENCE.test(start > 20 ? `x${before}` : before);
  return begins ? "begins a sentence" : "inside a sentence";
}

function wordsOf({ text: { text }, start, end }: Place): readonly string[] {
  return text.slice(start, end).match(WORD) ?? [];
}
