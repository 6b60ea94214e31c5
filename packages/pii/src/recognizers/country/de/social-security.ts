import { crossSumOfProducts, placeInAlphabet } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

const AREAS =
  /^(?:0[2-4]|0[89]|1\d|2[01]|2[3-6]|2[89]|3[89]|4[02-4]|4[7-9]|5\d|6[013-689]|7[08-9]|8[0-29])/;
/**
 * The day is raised by 32, 64 or 96 when the serial numbers of a date of birth run out. 00 stands
 * for an unknown day or month.
 */
const BIRTH_DATE = /^\d{2}(?:0\d|1[0-2])\d{2}/;
const WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];

/**
 * Recognizes the Versicherungsnummer, § 147 SGB VI and § 2 VKVV: area, date of birth, initial of
 * the birth name, serial number, and a check digit over weighted digit sums (§ 4 VKVV).
 */
export const socialSecurity = codeRecognizer({
  name: "de-social-security",
  type: "DE_SOCIAL_SECURITY",
  pattern: /\d{2}[ -]?\d{2}[ .]?\d{2}[ .]?\d{2}[ -]?[A-Z][ -]?\d{2}[ -]?\d/iy,
  run: [2, 12],
  minLastRun: 12,
  continuation: /^[ .-][0Aa]/,
  isValid: (code, written) => passesCheck(code) || isPrinted(code, written),
  context:
    /sozialvers|rentenvers|\bsv-?(?:nr|nummer|ausweis)|\brv(?:nr|sn)|\brv-?nr|\bvsnr|vers(?:icherungs)?\.?-?\s?n(?:r|ummer)/i,
  confidence: { inContext: 0.98, withoutContext: 0.85 },
});

/**
 * Accepts any check digit if the groups are those printed on the card, because no other number has
 * these groups and a number with a typo must be found too.
 */
function isPrinted(code: string, written: string): boolean {
  return /^\d{2} \d{6} [A-Z] \d{3}$/.test(written) && BIRTH_DATE.test(code.slice(2));
}

function passesCheck(code: string): boolean {
  if (!AREAS.test(code) || !BIRTH_DATE.test(code.slice(2))) return false;
  const digits = `${code.slice(0, 8)}${placeInAlphabet(code.charAt(8))}${code.slice(9, 11)}`;
  return crossSumOfProducts(digits, WEIGHTS) % 10 === Number(code.charAt(11));
}
