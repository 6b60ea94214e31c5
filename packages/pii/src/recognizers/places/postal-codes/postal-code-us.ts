import type { Hit, Recognizer } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";
import { stateBefore } from "../words/us-zip.ts";

const CONTEXT =
  /\b(?:zip|postal|post)[ _-]?(?:code)?\b["'”]?(?: is| was)?[ \t]{0,3}[:=#|]?[ \t"'“]{0,3}$/i;
const NAMED =
  /\b(?:(?:zip|postal|post)[ _-]?code\b[^\n\d]{0,24}|zip\b["'”)]{0,2} {0,2}[.:,|=(][^\n\d]{0,24})$/i;
const FOUR = /^-\d{4}(?![\d-])/;
const ZIP = /\bZIP\b[^\d\n.]{0,24}$/;
const COUNTED = /^ (?:files?|bytes|entries|archives|kb|mb)\b/i;

/**
 * Recognizes US ZIP codes (USPS Publication 28, section 226) after a state or a word such as "ZIP".
 */
export const postalCodeUs: Recognizer = {
  name: "postal-code-us",
  type: "POSTAL_CODE",
  codes: [{ run: [5, 5], begins: "number", before: /[\s:="'|]$/, after: /^(?![.,:/]0|[%$])/ }],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const end = codes.ends[index] ?? start;
      if (!isZip(text, start, end)) continue;
      const plusFour = FOUR.test(text.slice(end, end + 6));
      const afterState = stateBefore(text, start) !== -1;
      const named = isNamed(text, start, end);
      if (!afterState && !named) continue;
      hits.push({ start, end: plusFour ? end + 5 : end, confidence: named ? 0.9 : 0.8 });
    }
    return hits;
  },
};

function isZip(text: string, start: number, end: number): boolean {
  if (start === 0 || !/[\s:="'“|]/.test(text.charAt(start - 1))) return false;
  return !/^(?:[.,:/]\d|[%$€£]|-(?!\d{4}(?![\d-])))/.test(text.slice(end, end + 7));
}

function isNamed(text: string, start: number, end: number): boolean {
  if (precededBy(text, start, CONTEXT, 24) || precededBy(text, start, NAMED, 40)) return true;
  return precededBy(text, start, ZIP, 32) && !COUNTED.test(text.slice(end, end + 10));
}
