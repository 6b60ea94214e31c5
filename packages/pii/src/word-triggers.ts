import { KINDS, LETTER, LOWERED } from "./ner/character-tables.ts";

/** For each list: where one of its words begins, in order. */
export type WordPlaces = readonly (readonly number[])[];

const NONE: readonly number[] = [];
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Looks up every word (run of letters) in many lists at once, ignoring case. A place may be a hash collision. */
export function createWordTriggers(
  lists: readonly (readonly string[])[],
): (text: string) => WordPlaces {
  const slots = slotsFor(lists);
  const nowhere = lists.map(() => NONE);
  return (text) => {
    const places: number[][] = [];
    scanWords(text, (hash, start) => {
      for (let at = hash & slots.mask; slots.hashes[at] !== 0; at = (at + 1) & slots.mask)
        if (slots.hashes[at] === hash) note(places, slots.lists[at] ?? 0, start);
    });
    return places.length === 0 ? nowhere : nowhere.map((none, index) => places[index] ?? none);
  };
}

function note(places: number[][], list: number, start: number): void {
  const known = places[list];
  if (known === undefined) places[list] = [start];
  else known.push(start);
}

function slotsFor(lists: readonly (readonly string[])[]) {
  const words = lists.reduce((sum, list) => sum + list.length, 0);
  const size = 2 ** Math.ceil(Math.log2(4 * words + 16));
  const mask = size - 1;
  const hashes = new Int32Array(size);
  const owners = new Uint16Array(size);
  for (const [index, list] of lists.entries())
    for (const word of new Set(list)) {
      const hash = hashOf(word);
      let at = hash & mask;
      while (hashes[at] !== 0) at = (at + 1) & mask;
      hashes[at] = hash;
      owners[at] = index;
    }
  return { mask, hashes, lists: owners };
}

function hashOf(word: string): number {
  let found = 0;
  scanWords(word, (hash, start) => {
    if (start === 0) found = hash;
  });
  if (found === 0) throw new Error(`Not a word: ${word}`);
  return found;
}

function scanWords(text: string, onWord: (hash: number, start: number) => void): void {
  const length = text.length;
  for (let at = 0; at < length; at += 1) {
    let unit = text.charCodeAt(at);
    if (KINDS[unit] !== LETTER) continue;
    const start = at;
    let hash = BASIS;
    while (KINDS[unit] === LETTER) {
      hash = Math.imul(hash ^ (LOWERED[unit] ?? 0), PRIME);
      at += 1;
      unit = at < length ? text.charCodeAt(at) : 0;
    }
    onWord(hash === 0 ? 1 : hash, start);
  }
}
