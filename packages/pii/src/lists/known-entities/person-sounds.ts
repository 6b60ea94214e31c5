import type { Finding, Span } from "../../finding.ts";
import { endBeforePossessive } from "../phonetics/possessives.ts";
import { soundKeys, soundOf, spelledKeys } from "../phonetics/sounds-like.ts";
import { foldToString } from "./folded-text.ts";
import { HashCollector, hasHash } from "./hash-set.ts";

/*
 * The persons in a list are also found in other spellings if the last words sound the same and the
 * words before them are equal or initials: Hans Meyer matches Hans Maier, H. Mayr and Hans Maiers.
 * The table stores, for each sound key of the last word, the words before it.
 */

const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu;
const CAPITAL = /^\p{Lu}/u;
const SHORTEST = 4;
const MAX_BEFORE = 3;
const MAX_WORDS = 20_000;

type Known = Map<string, readonly string[]>;

/** @param persons - folded */
export function soundsOfPersons(persons: readonly string[]): Uint32Array {
  const sounds = new HashCollector();
  const known: Known = new Map();
  for (const person of persons) addPerson(person, sounds, known);
  return sounds.table();
}

function addPerson(person: string, sounds: HashCollector, known: Known): void {
  const words = person.match(WORD) ?? [];
  const last = words.pop() ?? "";
  if (last.length < SHORTEST || words.length > MAX_BEFORE) return;
  if (!known.has(last)) {
    const sound = soundOf(last);
    known.set(last, soundKeys(sound));
    for (const key of spelledKeys(sound)) sounds.add(String(key));
  }
  const whole = words.join(" ");
  const initials = words.map((word) => word.slice(0, 1)).join(" ");
  for (const key of known.get(last) ?? []) {
    sounds.add(key, whole);
    if (initials !== whole) sounds.add(key, initials);
  }
}

export function findBySound(text: string, sounds: Uint32Array): readonly Finding[] {
  const known: Known = new Map();
  const findings: Finding[] = [];
  const before: Span[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const end = endBeforePossessive(text, index, index + written.length);
    const [place, word] = [{ start: index, end }, text.slice(index, end)];
    while (before.length > 0 && !isAdjacent(text, before.at(-1), place)) before.length = 0;
    const start = CAPITAL.test(word)
      ? startOfPerson({ text, sounds, known }, before, word, place)
      : undefined;
    if (start !== undefined)
      findings.push({
        start,
        end: place.end,
        type: "PERSON",
        confidence: 0.8,
        recognizer: "known-entity",
      });
    before.push(place);
    if (before.length > MAX_BEFORE) before.shift();
  }
  return findings;
}

interface Search {
  readonly text: string;
  readonly sounds: Uint32Array;
  readonly known: Known;
}

function startOfPerson(
  { text, sounds, known }: Search,
  before: readonly Span[],
  word: string,
  { start }: Span,
): number | undefined {
  if (word.length < SHORTEST || (known.size >= MAX_WORDS && !known.has(word))) return undefined;
  const keys = remember(word, known, sounds);
  if (keys.length === 0) return undefined;
  for (let count = before.length; count >= 0; count -= 1) {
    const words = count === 0 ? [] : before.slice(-count);
    const front = words.map((place) => foldToString(text.slice(place.start, place.end))).join(" ");
    if (keys.some((key) => hasHash(sounds, key, front))) return words[0]?.start ?? start;
  }
  return undefined;
}

function remember(word: string, known: Known, sounds: Uint32Array): readonly string[] {
  const found = known.get(word);
  if (found !== undefined) return found;
  const isRelevant = (spelled: number) => hasHash(sounds, String(spelled));
  const nominative = word.endsWith("s") ? soundKeys(soundOf(word.slice(0, -1)), isRelevant) : [];
  const keys = [...soundKeys(soundOf(word), isRelevant), ...nominative];
  known.set(word, keys);
  return keys;
}

function isAdjacent(text: string, last: Span | undefined, { start }: Span): boolean {
  if (last === undefined || start - last.end > 3) return false;
  return /^\.?\s{0,2}$/.test(text.slice(last.end, start));
}
