import { type ISO3166_2Codes, validateSteuernummer } from "validate-steuernummer";
import { codeRecognizer, compact } from "../code-recognizer.ts";

/** As the Länder write it (three of them with a 0 in front), the federal form, and the one ELSTER transmits. */
const WRITTEN =
  /\d{2,3} ?\/ ?\d{3,4} ?\/ ?\d{4,5}|\d{5} ?\/ ?\d{5}|\d{1,2}\/\d{2,3}\/0?\/?\d{3,4}\/\d{4,5}|\d{2} \d{2} \d{3} \d{5}|\d{4} ?0 ?\d{3,4} ?\d{4,5}|\d{2,3}[ -]\d{3,4}[ -]\d{4,5}|\d{10,13}/y;
const BY_STROKES = /^\d{2,3} ?\/ ?\d{3} ?\/ ?\d{5}$/;
/**
 * Steuernummer, § 139a AO and the Länder's own rules: ten or eleven digits in the form of a Land, twelve in the
 * federal form, thirteen for ELSTER (fifth digit 0). Tax offices, districts and check digits as ELSTER's
 * "Prüfung der Steuer- und Steueridentifikationsnummer" gives them. Beside its name any number of a right form
 * counts.
 */
export const taxNumber = codeRecognizer({
  name: "de-tax-number",
  type: "DE_TAX_NUMBER",
  pattern: WRITTEN,
  begins: "digit",
  run: [1, 13],
  isValid: (code) => code.length >= 10 && code.length <= 13 && !/^(\d)\1+$/.test(code),
  context:
    /(?:steuer-?\s?(?:nummer|nr\b)|\bst\.?\s?-?\s?nr|\btax (?:number|no\b|ref)|\bstnr|finanzamt|besteuert)[^\d]{0,30}$/i,
  contrary: /[/\d]$|\b(?:tel|fax|fon|phone|mobil)|\d[ /-]$/i,
  confidence: { inContext: 0.95, bare: byForm },
});

/** Only forms of one Land are checked: which of the others' rules applies is not written on a number. */
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
