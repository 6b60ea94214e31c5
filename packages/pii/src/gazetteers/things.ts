import { readList } from "./read-list.ts";
import { createWordTable, folded } from "./word-table.ts";

const LISTS = "code brands food nature people places science works medicine".split(" ");
/** Bits for the kinds of things, in the order of `LISTS`. */
/** Programs, companies and similar things. */
export const CODE_KIND = 1 << 0;
export const BRAND_KIND = 1 << 1;
export const PLACE_KIND = 1 << 5;
/** Titles of works, bands, fictional characters and storms. */
export const WORK_KIND = 1 << 7;
/** Body parts, diseases, drugs, laboratory values and departments. */
export const MEDICINE_KIND = 1 << 8;
export const NO_KIND = 0;
const ALL_KINDS = (1 << LISTS.length) - 1;
/** Further bits in the same table. */
const BEGINNING = 1 << LISTS.length;
const NAMESAKE = BEGINNING << 1;
const WARE = BEGINNING << 2;

export const MOST_WORDS = 4;

const FIRST_WORD = /^\p{L}[\p{L}\p{M}'’-]*/u;
const APOSTROPHE = "’";
const THINGS = createWordTable(namesWithBits());

/**
 * Returns the kinds of things that have this name, as bits; 0 if there are none. The words of the
 * name are separated by single blanks.
 */
export function kindsOfThing(text: string, start = 0, end = text.length): number {
  return bitsOf(text, start, end) & ALL_KINDS;
}

/** Returns whether a listed name of a thing begins with this word and continues after it. */
export function beginsNameOfThing(text: string, start = 0, end = text.length): boolean {
  return (bitsOf(text, start, end) & BEGINNING) !== 0;
}

/** Returns whether a lower-case English word only means goods, food, plants or animals. */
export function isWare(word: string): boolean {
  return (bitsOf(word, 0, word.length) & WARE) !== 0;
}

/** Returns whether laws, tests or the like are named after a person with this surname. */
export function isNamesake(surname: string): boolean {
  return (bitsOf(surname, 0, surname.length) & NAMESAKE) !== 0;
}

/** Returns all listed names of things, in lower case. */
export function namesOfThings(): readonly string[] {
  return [...new Set(LISTS.flatMap((list) => [...namesOf(list)]))];
}

function bitsOf(text: string, start: number, end: number): number {
  for (let at = start; at < end; at += 1)
    if (text.charAt(at) === APOSTROPHE)
      return THINGS.bitsOf(folded(text.slice(start, end)).replaceAll(APOSTROPHE, "'"));
  return THINGS.bitsOf(text, start, end);
}

function* namesWithBits(): Generator<readonly [string, number]> {
  for (const [index, list] of LISTS.entries())
    for (const name of namesOf(list)) {
      yield [name, 1 << index];
      const word = FIRST_WORD.exec(name)?.[0] ?? name;
      if (word.length < name.length) yield [word, BEGINNING];
    }
  for (const name of namesOf("eponyms")) yield [name, NAMESAKE];
  for (const word of namesOf("goods")) yield [word, WARE];
}

function namesOf(list: string): Iterable<string> {
  return readList(`things/${list}`);
}
