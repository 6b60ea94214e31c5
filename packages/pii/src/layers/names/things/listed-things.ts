import { nameClarities } from "../../../gazetteers/gazetteer.ts";
import {
  beginsNameOfThing,
  kindsOfThing,
  MOST_WORDS,
  NO_KIND,
  WORK_KIND,
} from "../../../gazetteers/things.ts";
import type { Span } from "../../../spans.ts";
import { TITLE_OF_THING } from "./person-frames.ts";
import { bareName, type PossibleName, WORD } from "./possible-name.ts";

/** Up to which confidence a listed thing that is also a surname is no person. */
const UNSURE = 0.6;
/** The same for a given name that titles and storms have. */
const UNSURE_GIVEN = 0.27;
const WORD_OR_NUMBER = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const FIRST_WORD = /^\p{L}[\p{L}\p{M}'’-]*/u;
const KIND_REACH = 250;
const LEAST_OF_KIND = 2;

/** Of a name's words: in no list of names, so that the list of things decides. */
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

/** "Stöcke von Leki": a thing with other words, none of them a name. */
export function isPartlyThing(_text: string, { words, confidence }: PossibleName): boolean {
  if (words.length < 2 || confidence >= UNSURE) return false;
  if (!words.some((word) => kindsOfThing(word) !== NO_KIND)) return false;
  return words.every((word) => nameClarities(word)[0] === "unknown");
}

/** No given name, and near two clear things of its kind: "Jenkins" near "Maven" and "Docker". */
export function isOfItsKind(text: string, name: PossibleName): boolean {
  const { kinds, words } = name;
  if (kinds === NO_KIND) return false;
  if (words.length === 1 && nameClarities(words[0] ?? "")[0] === "clear") return false;
  const things = wordsOfKind(text, name, KIND_REACH).filter((word) => /^\p{Lu}/u.test(word));
  return new Set(things).size >= LEAST_OF_KIND;
}

/** Words around, up to `reach` code units away, that are things of the name's kinds and no given names. */
export function wordsOfKind(
  text: string,
  { start, end, kinds }: PossibleName,
  reach: number,
): readonly string[] {
  const around = `${text.slice(Math.max(0, start - reach), start)} ${text.slice(end, end + reach)}`;
  const words = around.match(WORD) ?? [];
  return words.filter(
    (word) => (kindsOfThing(word) & kinds) !== NO_KIND && nameClarities(word)[0] !== "clear",
  );
}

/** "Dr. Oetker", "Mr. Clean": the title is part of the name. */
export function isTitledThing(text: string, { start, end }: PossibleName): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (!TITLE_OF_THING.test(before)) return false;
  const title = /\p{L}+\.? $/u.exec(before)?.[0] ?? "";
  return kindsOfThing(title + text.slice(start, end)) !== NO_KIND;
}

/** Among the words around is a longer name of a thing: "Caesar salad", "Black-eyed Susan". */
export function isInPhrase(text: string, span: Span): boolean {
  const before = [...text.slice(Math.max(0, span.start - 40), span.start).matchAll(WORD)].slice(
    1 - MOST_WORDS,
  );
  const offset = Math.max(0, span.start - 40);
  const starts = [
    ...before.map(({ index }) => offset + index).filter((at) => mayBegin(text, at, span.start)),
    ...(mayBegin(text, span.start, span.end) ? [span.start] : []),
  ];
  if (starts.length === 0) return false;
  const ends = [span.end, ...endsBehind(text, span.end)];
  return starts.some((start) =>
    ends.some((end) => {
      if (start === span.start && end === span.end) return false;
      const phrase = text.slice(start, end);
      return !/[\n,;:!?]/.test(phrase) && kindsOfThing(phrase) !== NO_KIND;
    }),
  );
}

/** Whether a listed name may go on behind the word here; of a word that crosses `end`, not known. */
function mayBegin(text: string, start: number, end: number): boolean {
  const [word = ""] = text.slice(start, end + 1).match(FIRST_WORD) ?? [];
  return word === "" || start + word.length > end || beginsNameOfThing(word);
}

function endsBehind(text: string, end: number): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: word } of text.slice(end, end + 40).matchAll(WORD_OR_NUMBER)) {
    if (ends.length === MOST_WORDS) break;
    ends.push(end + index + word.length);
  }
  return ends;
}

function clearestOf(words: readonly string[]): readonly ["clear" | "unknown", "clear" | "unknown"] {
  const isGiven = nameClarities(words[0] ?? "")[0] !== "unknown";
  return [isGiven ? "clear" : "unknown", "unknown"];
}
