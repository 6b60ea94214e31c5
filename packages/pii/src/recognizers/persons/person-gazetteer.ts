import type { Hit, Recognizer } from "../../finding.ts";
import { type Clarity, familyName, givenName } from "../../gazetteers/gazetteer.ts";
import { isNameWord, type NamePart, readName } from "./person-name.ts";

/** A word that can begin a name: not inside a longer word, address or path. */
const WORD = /(?<![\p{L}\p{M}\p{N}_@'’-])\p{L}[\p{L}\p{M}'’-]{1,40}/gu;
const LOWER = /^\p{Ll}/u;

/**
 * A given name and a family name of the lists, with further given names, initials and particles between
 * them ("Anna M. von Weber"), or the other way round with a comma. One of the two must be no everyday
 * word, and in lower case both. A family name alone says nothing: Koch, Richter and Fischer are nouns.
 */
export const personGazetteer: Recognizer = {
  name: "person-gazetteer",
  type: "PERSON",
  find({ text }) {
    const hits: Hit[] = [];
    let free = 0;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (index < free) continue;
      const hit = givenFirst(text, index, word) ?? familyFirst(text, index, word);
      if (hit === undefined) continue;
      hits.push(hit);
      free = hit.end;
    }
    return hits;
  },
};

function givenFirst(text: string, at: number, word: string): Hit | undefined {
  const given = givenName(word);
  if (given === "unknown") return undefined;
  const parts = readName(text, at, LOWER.test(word) ? lowerPair : capitalised);
  while (parts.length > 1 && !isFamily(parts.at(-1))) parts.pop();
  const last = parts.at(-1);
  if (parts.length < 2 || last === undefined) return undefined;
  return pair(at, last.end, given, familyName(last.text), LOWER.test(word));
}

function familyFirst(text: string, at: number, word: string): Hit | undefined {
  if (text.slice(at + word.length, at + word.length + 2) !== ", " || LOWER.test(word))
    return undefined;
  if (familyName(word) !== "clear") return undefined;
  const [first, second] = readName(text, at + word.length + 2, capitalised, 2);
  if (first?.kind !== "word" || givenName(first.text) !== "clear") return undefined;
  // "Weber, Anna Koch": two people in a list, not one.
  if (second !== undefined && isFamily(second) && givenName(second.text) === "unknown")
    return undefined;
  return { start: at, end: first.end, confidence: 0.7 };
}

function pair(
  start: number,
  end: number,
  given: Clarity,
  family: Clarity,
  lower: boolean,
): Hit | undefined {
  const clear = [given, family].filter((clarity) => clarity === "clear").length;
  if (clear < (lower ? 2 : 1)) return undefined;
  return { start, end, confidence: lower ? 0.6 : clear === 2 ? 0.9 : 0.75 };
}

function isFamily(part: NamePart | undefined): boolean {
  return part?.kind === "word" && part.text.length > 2 && familyName(part.text) !== "unknown";
}

function capitalised(part: NamePart, before: readonly NamePart[]): boolean {
  if (part.kind !== "word") return before.length > 0;
  if (before.length === 0) return isNameWord(part);
  return isNameWord(part) && (isFamily(part) || givenName(part.text) !== "unknown");
}

function lowerPair(part: NamePart, before: readonly NamePart[]): boolean {
  return before.length < 2 && part.kind === "word" && part.text.length > 2;
}
