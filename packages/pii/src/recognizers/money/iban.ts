import { countrySpecs, isValidIBAN } from "ibantools";
import type { Hit, Recognizer } from "../../finding.ts";
import { charIs, precededBy } from "../../text/context.ts";

const ALNUM = /[A-Za-z0-9]/;
const GAP = /[\s.-]/;
const GAPS = /[\s.-]/g;
/**
 * Matches printed groups of four, with any check digits, so that an IBAN with a typo is found too.
 * Nothing else of this length is printed in such groups.
 */
const PRINTED = /^[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?$/;
const PAYMENT =
  /konto|überweis|auszahl|ausgezahlt|zahlung|account|bank|transfer|refund|pay(?:ment|able|out)/i;
const REACH = 48;
const PRINTED_CONFIDENCE = 0.6;
const ANY_LENGTH = Number.POSITIVE_INFINITY;

/**
 * Recognizes IBANs (ISO 13616-1): length by the SWIFT registry, check digits by ISO/IEC 7064 MOD
 * 97-10, blanks anywhere.
 */
export const iban: Recognizer = {
  name: "iban",
  type: "IBAN",
  codes: [
    { run: [1, ANY_LENGTH], begins: "digit", before: /^\s$|[Aa][ .-]$/ },
    { run: [3, ANY_LENGTH], begins: "letter" },
  ],
  find({ text, codes }, places): readonly Hit[] {
    const hits: Hit[] = [];
    for (const index of places) {
      const run = codes.starts[index] ?? 0;
      const start = countryBefore(text, run);
      if (start === -1) continue;
      const length = countrySpecs[countryAt(text, start)]?.chars ?? 0;
      const end = length === 0 ? -1 : endOfAccount(text, start, length);
      const confidence = end === -1 ? 0 : confidenceAt(text, start, end);
      if (confidence > 0) hits.push({ start, end, confidence });
    }
    return hits;
  },
};

function confidenceAt(text: string, start: number, end: number): number {
  const written = text.slice(start, end);
  if (isValidIBAN(written.replace(GAPS, "").toUpperCase())) return 1;
  return PRINTED.test(written) && precededBy(text, start, PAYMENT, REACH) ? PRINTED_CONFIDENCE : 0;
}

function countryBefore(text: string, run: number): number {
  if (!isDigit(text.charCodeAt(run)))
    return isLetter(text.charCodeAt(run + 1)) && isDigit(text.charCodeAt(run + 2)) ? run : -1;
  if (isSpelledOut(text, run)) return run - 4;
  const start = run - 3;
  if (!isLetter(text.charCodeAt(start)) || !isLetter(text.charCodeAt(start + 1))) return -1;
  return charIs(text, run - 1, GAP) && !charIs(text, start - 1, ALNUM) ? start : -1;
}

/** Returns whether blanks separate the letters of the country too, as in "D E 8 9". */
function isSpelledOut(text: string, run: number): boolean {
  if (!isLetter(text.charCodeAt(run - 2)) || !isLetter(text.charCodeAt(run - 4))) return false;
  if (!charIs(text, run - 1, GAP) || !charIs(text, run - 3, GAP)) return false;
  return isDigit(text.charCodeAt(run)) && !charIs(text, run - 5, ALNUM);
}

function countryAt(text: string, start: number): string {
  const second = isLetter(text.charCodeAt(start + 1)) ? start + 1 : start + 2;
  return (text.charAt(start) + text.charAt(second)).toUpperCase();
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function endOfAccount(text: string, start: number, whole: number): number {
  let length = 0;
  let at = start;
  while (length < whole) {
    if (length > 0 && charIs(text, at, GAP)) at += 1;
    if (!charIs(text, at, ALNUM)) return -1;
    length += 1;
    at += 1;
  }
  return !charIs(text, at, /[\p{L}\p{N}]/u) ? at : -1;
}
