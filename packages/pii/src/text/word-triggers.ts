import { createHashTable, type HashTable, keyOf } from "./hash-table.ts";
import { readWords, type Words } from "./words.ts";

/** For each list, the places where one of its words begins, in order. */
export type WordPlaces = readonly (readonly number[])[];

const NONE: readonly number[] = [];

/**
 * Returns a function that looks up every word in all lists at once, ignoring case. A place may be a
 * hash collision.
 */
export function createWordTriggers(
  lists: readonly (readonly string[])[],
): (words: Words) => WordPlaces {
  const table = createHashTable(
    lists.flatMap((list, index) => {
      return [...new Set(list)].map((word) => [hashOf(word), index] as const);
    }),
  );
  const nowhere = lists.map(() => NONE);
  return ({ count, starts, hashes }) => {
    const places: number[][] = [];
    for (let word = 0; word < count; word += 1)
      noteLists(places, table, keyOf(hashes[word] ?? 0), starts[word] ?? 0);
    return places.length === 0 ? nowhere : nowhere.map((none, index) => places[index] ?? none);
  };
}

function noteLists(
  places: number[][],
  { mask, hashes, values }: HashTable,
  key: number,
  start: number,
): void {
  for (let slot = key & mask; hashes[slot] !== 0; slot = (slot + 1) & mask)
    if (hashes[slot] === key) note(places, values[slot] ?? 0, start);
}

function note(places: number[][], list: number, start: number): void {
  const known = places[list];
  if (known === undefined) places[list] = [start];
  else known.push(start);
}

function hashOf(word: string): number {
  const { starts, hashes } = readWords(word);
  if (starts[0] !== 0) throw new Error(`Not a word: ${word}`);
  return hashes[0] ?? 0;
}
