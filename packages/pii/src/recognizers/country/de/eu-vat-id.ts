import { crossSumOfProducts, sumOfProducts } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * The forms in the annex of the European Commission's VIES description. CHE is the Swiss UID, XI is
 * Northern Ireland.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z]\d{7}[A-Z\d]$|^\d{8}[A-Z]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^\d{9}(?:\d{3})?$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^\d{9}(?:\d{3})?$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^\d{9}(?:\d{3})?$/,
};

/**
 * Recognizes VAT identification numbers. Numbers of Austria (Art. 28 UStG 1994) and Switzerland
 * (UIDG) are recognized by their check digit, and numbers of the other states in Article 215 of
 * Directive 2006/112/EC only with context.
 */
export const euVatId = codeRecognizer({
  name: "eu-vat-id",
  type: "DE_VAT_ID",
  pattern: /(?:[A-Z]{2})?[A-Z\d]{1,13}(?:[ .-]\d{3}){0,3}(?: ?(?:MWST|TVA|IVA|B\d{2})(?![A-Z]))?/iy,
  prefix:
    /(?<![\p{L}\p{N}])(?:CHE[ -]|(?:BE|BG|CY|CZ|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[ -]|AT ?U? ?)$/u,
  run: [2, 15],
  continuation: /^(?:[ .-]0| [Aa])/,
  isValid: hasForm,
  context:
    /\bvat\b|\bust|umsatzsteuer|\buid\b|mehrwertsteuer|\bmwst|\btva\b|\bp\.? ?iva\b|\bbtw\b|\btax (?:id|number)|\bnif\b/i,
  confidence: { inContext: 0.85, withoutContext: byForm },
});

function hasForm(code: string): boolean {
  const form = FORMS[code.slice(0, 2)];
  if (form === undefined || !form.test(code.slice(2))) return false;
  if (code.startsWith("AT")) return isAustrian(code.slice(3));
  return !code.startsWith("CH") || isSwiss(code.slice(3, 12));
}

function byForm(written: string): number {
  if (/^ATU/.test(written)) return 0.8;
  return /^CHE/.test(written) ? 0.8 : 0;
}

function isAustrian(digits: string): boolean {
  const sum = crossSumOfProducts(digits.slice(0, 7), [1, 2]) + 4;
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

function isSwiss(digits: string): boolean {
  const sum = sumOfProducts(digits.slice(0, 8), [5, 4, 3, 2, 7, 6, 5, 4]);
  return (11 - (sum % 11)) % 11 === Number(digits.at(-1));
}
