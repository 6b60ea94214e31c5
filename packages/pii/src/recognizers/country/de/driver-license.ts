import { base36 } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";
import { OTHER_NUMBERS } from "./other-numbers.ts";

const OFFICIAL = /^[A-Z]\d{2}[A-Z0-9]{6}[\dX][A-Z0-9]$/;
const LOOSE = /^[A-Z]{1,2}(?=(?:[A-Z0-9]*\d){5})[A-Z0-9]{9,10}$/;

/**
 * Recognizes the number of the Führerschein (field 5), Annex 8 to § 25 FeV: eleven characters, the
 * tenth of which is a check digit (weights 9 to 1; letters count from A = 10; modulo 11; X means
 * ten).
 */
export const driverLicense = codeRecognizer({
  name: "de-driver-license",
  type: "DE_DRIVER_LICENSE",
  pattern: /[A-Z][A-Z0-9]{10}/iy,
  begins: "letter",
  run: [11, 11],
  isValid: (code) => passesCheck(code) || LOOSE.test(code),
  context:
    /führerschein|fuehrerschein|fahrerlaubnis|\bfs-?n(?:r|ummer)|german driv(?:ing|er'?s?) licen[cs]e/i,
  negativeContext: OTHER_NUMBERS,
  confidence: {
    inContext: 0.95,
    wholeText: (written) => (/^[A-Z]{2}\d{8}[A-Z\d]$/i.test(written) ? 0.3 : 0),
    withoutContext: (written) => (passesCheck(written) && /[A-Z]/.test(written.slice(1)) ? 0.6 : 0),
  },
});

function passesCheck(code: string): boolean {
  if (!OFFICIAL.test(code)) return false;
  let sum = 0;
  for (let at = 0; at < 9; at += 1) sum += base36(code.charAt(at)) * (9 - at);
  return "0123456789X".charAt(sum % 11) === code.charAt(9);
}
