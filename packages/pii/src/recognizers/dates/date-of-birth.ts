import { precededBy } from "../../context.ts";
import type { Hit, SingleRecognizer } from "../../finding.ts";
import { DATE, isDate } from "./date-grammar.ts";

const SEPARATOR =
  "[*_\"'”]{0,3}[ \\t\\u00a0]{0,3}(?:[:=|,(–-]|\\t)?[*_]{0,2}[ \\t\\u00a0]{0,3}\\n?[*_\"'„“]{0,3}";

const FILLER = "[^\\n\\d]{0,32}?";
const WORD_BEFORE = /[\p{L}\p{N}_]$/u;

interface Written {
  /** The first words of `words` and `names`, in lower case. */
  readonly triggers: readonly string[];
  /** Sources of regular expressions, matched from the start of a word. */
  readonly words: string;
  /** Unambiguous ones, between which and the date may be other words. */
  readonly names: string;
}

/** A date right after words for a birth. */
export function dateOfBirthAfter(
  name: string,
  { triggers, words, names }: Written,
): SingleRecognizer {
  const pattern = new RegExp(
    `(?:(?:${words})${SEPARATOR}|(?:${names})${FILLER}(?<![\\p{L}\\p{N}]))(${DATE})`,
    "iuy",
  );
  return {
    name,
    type: "DATE_OF_BIRTH",
    needs: "0",
    triggers,
    find: ({ text }, places) => hitsAt(text, places, pattern),
  };
}

/** A date right after an asterisk, as in registers: "* 03.05.1980". */
export function dateOfBirthAfterSign(name: string): SingleRecognizer {
  const pattern = new RegExp(`\\*${SEPARATOR}(${DATE})`, "iuy");
  return {
    name,
    type: "DATE_OF_BIRTH",
    needs: "0",
    find: ({ text }) => hitsAt(text, placesOf(text, "*"), pattern),
  };
}

function hitsAt(text: string, places: readonly number[], pattern: RegExp): readonly Hit[] {
  const hits: Hit[] = [];
  let free = 0;
  for (const place of places) {
    if (place < free || precededBy(text, place, WORD_BEFORE, 2)) continue;
    pattern.lastIndex = place;
    const date = pattern.exec(text)?.[1];
    if (date === undefined) continue;
    free = pattern.lastIndex;
    if (isDate(date)) hits.push({ start: free - date.length, end: free, confidence: 0.9 });
  }
  return hits;
}

function placesOf(text: string, sign: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) places.push(at);
  return places;
}
