import type { Hit, Recognizer } from "../../finding.ts";
import { precededBy } from "../../text/context.ts";
import { DATE, isDate } from "./date-grammar.ts";

const SEPARATOR =
  "[*_\"'”]{0,3}[ \\t\\u00a0]{0,3}(?:[:=|,(–-]|\\t)?[*_]{0,2}[ \\t\\u00a0]{0,3}\\n?[*_\"'„“]{0,3}";

const FILLER = "[^\\n\\d]{0,32}?";
// Not a single class before `$`, which Node 26 does not match outside the BMP.
const WORD_BEFORE = /[\p{L}\p{N}_]+$/u;

/**
 * Creates a recognizer for dates directly after one of `words`, or up to 32 other characters after
 * one of the unambiguous `names`. Both are sources of regular expressions.
 */
export function dateOfBirthAfter(name: string, words: string, names: string): Recognizer {
  // The text before a match is tested afterward, because a pattern that begins with a look-behind
  // is slow.
  const pattern = new RegExp(
    `(?:(?:${words})${SEPARATOR}|(?:${names})${FILLER}(?<![\\p{L}\\p{N}]))(${DATE})`,
    "giu",
  );
  return {
    name,
    type: "DATE_OF_BIRTH",
    needs: "0",
    find({ text }) {
      const hits: Hit[] = [];
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        if (precededBy(text, match.index, WORD_BEFORE, 2)) {
          pattern.lastIndex = match.index + 1;
          continue;
        }
        const [, date = ""] = match;
        const end = pattern.lastIndex;
        if (isDate(date)) hits.push({ start: end - date.length, end, confidence: 0.9 });
      }
      return hits;
    },
  };
}
