import { countrySpecs, isValidIBAN } from "ibantools";
import { charIs } from "../../context.ts";
import type { Hit, Recognizer } from "../../finding.ts";

const START = /(?<![A-Za-z0-9])[A-Za-z]{2}[\s.-]?\d/g;
const ALNUM = /[A-Za-z0-9]/;
const GAP = /[\s.-]/;

/**
 * International Bank Account Numbers: ISO 13616-1, length by country out of the SWIFT registry, check digits
 * by ISO/IEC 7064 MOD 97-10. In one piece, or with single spaces, dots or hyphens anywhere.
 */
export const iban: Recognizer = {
  name: "iban",
  type: "IBAN",
  find({ text }) {
    const hits: Hit[] = [];
    for (const { index } of text.matchAll(START)) {
      const length = countrySpecs[text.slice(index, index + 2).toUpperCase()]?.chars ?? 0;
      const end = length === 0 ? -1 : endOfAccount(text, index, length);
      if (end !== -1) hits.push({ start: index, end, confidence: 1 });
    }
    return hits;
  },
};

function endOfAccount(text: string, start: number, length: number): number {
  let account = "";
  let at = start;
  while (account.length < length) {
    if (account !== "" && charIs(text, at, GAP)) at += 1;
    if (!charIs(text, at, ALNUM)) return -1;
    account += text.charAt(at).toUpperCase();
    at += 1;
  }
  return !charIs(text, at, /[\p{L}\p{N}]/u) && isValidIBAN(account) ? at : -1;
}
