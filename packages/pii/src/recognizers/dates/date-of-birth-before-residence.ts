import type { Hit, Recognizer } from "../../finding.ts";
import { DATE, isDate } from "./date-grammar.ts";

const REACH = 64;
const BEFORE_RESIDENCE = new RegExp(`(?:^|[^\\p{L}\\p{N}])(${DATE})[,;]? $`, "iu");
const BEFORE_VERB = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])am (${DATE})(?: in \\p{L}[\\p{L} .-]{1,30})? $`,
  "iu",
);

/**
 * Recognizes the date between a name and an address: "Andrea Ilgner, 21.10.1982, wohnhaft Sporgasse
 * 11".
 */
export const dateOfBirthBeforeResidence = dateOfBirthBefore(
  "date-of-birth-before-residence",
  "wohnhaft",
  BEFORE_RESIDENCE,
);

/**
 * Recognizes the date before a verb at the end of a German sentence: "wurde am 21.10.1982 in Graz
 * geboren".
 */
export const dateOfBirthBeforeVerb = dateOfBirthBefore(
  "date-of-birth-before-verb",
  "geboren",
  BEFORE_VERB,
);

function dateOfBirthBefore(name: string, word: string, pattern: RegExp): Recognizer {
  return {
    name,
    type: "DATE_OF_BIRTH",
    needs: "0",
    find({ text }) {
      const hits: Hit[] = [];
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
        const match = pattern.exec(text.slice(Math.max(0, at - REACH), at));
        const date = match?.[1] ?? "";
        if (match === null || !isDate(date)) continue;
        const start = at - match[0].length + match[0].indexOf(date);
        hits.push({ start, end: start + date.length, confidence: 0.85 });
      }
      return hits;
    },
  };
}
