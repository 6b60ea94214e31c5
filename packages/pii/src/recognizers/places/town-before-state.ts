import type { Hit, Language, Recognizer } from "../../finding.ts";
import { isOpener, isParticle } from "./words/address-words.ts";
import { isStateCode } from "./words/us-states.ts";
import { isCapital, type Word, wordsBefore } from "./words/words.ts";

/** State codes that are also words or abbreviations, and therefore need a ZIP code. */
const WORDS = new Set("AA AE AP AL AS CO DE HI ID IN LA MA MD ME OH OK OR PA SC".split(" "));
const MAX_WORDS = 3;

/**
 * Recognizes US towns with the code of their state: "Austin, TX", "New Orleans, LA 70112" (USPS
 * Publication 28, section 225).
 */
export const townBeforeState: Recognizer = {
  name: "town-before-state",
  type: "LOCATION",
  find({ text, language }) {
    const hits: Hit[] = [];
    for (let comma = text.indexOf(", "); comma !== -1; comma = text.indexOf(", ", comma + 2)) {
      if (!isCapitalAt(text, comma + 2) || !isCapitalAt(text, comma + 3)) continue;
      const code = text.slice(comma + 2, comma + 4);
      if (!isStateCode(code) || !isConfirmed(text, comma + 4, code, language)) continue;
      const start = townStart(text, comma);
      if (start !== -1) hits.push({ start, end: comma + 4, confidence: 0.75 });
    }
    return hits;
  },
};

function isCapitalAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90;
}

/**
 * Returns whether the code is a state's code. German texts have many two-letter abbreviations
 * ("Adenom, CA"), so they require a ZIP code.
 */
function isConfirmed(text: string, end: number, code: string, language: Language): boolean {
  const after = text.slice(end, end + 7);
  if (/^ \d{5}(?!\d)/.test(after)) return true;
  return language === "en" && !WORDS.has(code) && /^(?:$|[\s.,;:!?)"'])/.test(after);
}

function townStart(text: string, comma: number): number {
  const from = Math.max(0, comma - 60);
  // `wordsBefore` expects a blank after the words, but here a comma follows.
  const words = wordsBefore(`${text.slice(from, comma)} `, comma - from + 1, MAX_WORDS);
  let first = words.length;
  while (first > 0 && isTownWord(words[first - 1])) first -= 1;
  const town = words[first];
  if (town === undefined || !isCapital(town) || town.text.length < 3) return -1;
  return from + town.start;
}

function isTownWord(word: Word | undefined): boolean {
  if (word === undefined || /\d/.test(word.text) || (word.dotted && word.key.length > 3))
    return false;
  return isCapital(word) ? !isOpener(word) : isParticle(word) && /^(?:de|du|la|of)$/.test(word.key);
}
