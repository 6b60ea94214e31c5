import { type ISO3166_2Codes, validateSteuernummer } from "validate-steuernummer";
import { codeRecognizer, compact } from "../../codes/code-recognizer.ts";

const WRITTEN =
  /\d{2,3} ?\/ ?\d{3,4} ?\/ ?\d{4,5}|\d{5} ?\/ ?\d{5}|\d{1,2}\/\d{2,3}\/0?\/?\d{3,4}\/\d{4,5}|\d{2} \d{2} \d{3} \d{5}|\d{4} ?0 ?\d{3,4} ?\d{4,5}|\d{2,3}[ -]\d{3,4}[ -]\d{4,5}|\d{10,13}/y;
const BY_STROKES = /^\d{2,3} ?\/ ?\d{3} ?\/ ?\d{5}$/;
/**
 * Recognizes the Steuernummer, § 139a AO and rules of the Länder: ten to thirteen digits, checked
 * by ELSTER's "Prüfung der Steuer- und Steueridentifikationsnummer". With context, the check digit
 * is ignored.
 */
export const taxNumber = codeRecognizer({
  name: "de-tax-number",
  type: "DE_TAX_NUMBER",
  pattern: WRITTEN,
  begins: "digit",
  run: [1, 13],
  minLastRun: 10,
  continuation: /^(?:[ /-]0|[ /]$)/,
  isValid: (code) => code.length >= 10 && code.length <= 13 && !/^(\d)\1+$/.test(code),
  context:
    /(?:steuer-?\s?(?:nummer|nr\b)|\bst\.?\s?-?\s?nr|\btax (?:number|no\b|ref)|\bstnr|finanzamt|besteuert)[^\d]{0,30}$/i,
  negativeContext: /[/\d]$|\b(?:tel|fax|fon|phone|mobil)|\d[ /-]$/i,
  confidence: { inContext: 0.95, withoutContext: byForm },
});

/**
 * Returns the confidence without context. It checks the digits only of forms that a single Land
 * uses or that include the Land, because the other forms do not say which rule applies.
 */
function byForm(written: string): number {
  if (/^\d{3} ?\/ ?\d{4} ?\//.test(written)) return isValid(written, "DE-NW") ? 0.8 : 0.4;
  if (BY_STROKES.test(written)) return written.startsWith("0") ? 0 : 0.5;
  if (/^\d{5} ?\/ ?\d{5}$/.test(written)) return isValid(written, "DE-BW") ? 0.6 : 0;
  if (written.includes("/")) return 0.3;
  return /^\d{13}$/.test(written) && isValid(written) ? 0.7 : 0;
}

function isValid(written: string, bundesland?: ISO3166_2Codes): boolean {
  const options = bundesland === undefined ? {} : { bundesland };
  return validateSteuernummer(compact(written), options) === undefined;
}
