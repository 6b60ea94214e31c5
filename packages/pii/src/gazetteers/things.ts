import { BRANDS } from "./things/brands.ts";
import { CODE } from "./things/code.ts";
import { EPONYMS } from "./things/eponyms.ts";
import { FOOD } from "./things/food.ts";
import { GOODS } from "./things/goods.ts";
import { MEDICINE } from "./things/medicine.ts";
import { NATURE } from "./things/nature.ts";
import { PEOPLE } from "./things/people.ts";
import { PLACES } from "./things/places.ts";
import { SCIENCE } from "./things/science.ts";
import { WORKS } from "./things/works.ts";

const LISTS = [CODE, BRANDS, FOOD, NATURE, PEOPLE, PLACES, SCIENCE, WORKS, MEDICINE];
const NAMESAKES = new Set(EPONYMS.split(" ").map((name) => name.replaceAll("_", " ")));
/** Bits of the kinds of things, in the order of the lists. */
export const BRAND_KIND = 1 << 1;
export const PLACE_KIND = 1 << 5;
/** Titles, bands, figures of fiction and storms. */
export const WORK_KIND = 1 << 7;
/** Parts of bodies, diseases, drugs, what laboratories measure, departments. */
export const MEDICINE_KIND = 1 << 8;
export const NO_KIND = 0;

export const MOST_WORDS = 4;

const ASCII = /^[\0-\x7f]*$/;

const KINDS = kindsOfThings();

/** The kinds of things with this name of words between single blanks, as bits; 0 for none. */
export function kindsOfThing(name: string): number {
  return KINDS.get(folded(name)) ?? NO_KIND;
}

const FIRST_WORD = /^\p{L}[\p{L}\p{M}'’-]*/u;
const BEGINNINGS = beginnings();

/** Whether a listed name of a thing begins with this word and goes on behind it. */
export function beginsNameOfThing(word: string): boolean {
  return BEGINNINGS.has(folded(word));
}

const WARES = new Set(GOODS.split(" "));

/** Whether a lower-case English word only means goods, food, plants or animals. */
export function isWare(word: string): boolean {
  return WARES.has(word);
}

/** Whether laws, tests and the like are named after somebody with this surname. */
export function isNamesake(surname: string): boolean {
  return NAMESAKES.has(folded(surname));
}

/** All listed names of things, in lower case. */
export function namesOfThings(): readonly string[] {
  return [...KINDS.keys()];
}

function folded(name: string): string {
  const lower = name.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFC").replaceAll("’", "'");
}

function beginnings(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const name of KINDS.keys()) {
    const word = FIRST_WORD.exec(name)?.[0] ?? name;
    if (word.length < name.length) words.add(word);
  }
  return words;
}

function kindsOfThings(): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  for (const [index, list] of LISTS.entries())
    for (const written of list.split(" ")) {
      const name = written.replaceAll("_", " ");
      kinds.set(name, (kinds.get(name) ?? 0) | (1 << index));
    }
  return kinds;
}
