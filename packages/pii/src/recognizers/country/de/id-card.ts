import { passesIcaoCheck } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";
import { isDocumentSerial, serialByForm, withoutState } from "./document-serial.ts";
import { OTHER_NUMBERS } from "./other-numbers.ts";

const SERIES = /^[LMNPRTVWXYZ]/;

/**
 * Recognizes the serial number of the Personalausweis, § 5 (2) no. 8 PAuswG: nine characters for
 * authority and number. On the back, a tenth follows, the check digit of ICAO Doc 9303. Cards
 * issued until 2010 have nine digits and that check digit.
 */
export const idCard = codeRecognizer({
  name: "de-id-card",
  type: "DE_ID_CARD",
  pattern: /[0-9A-Z]{9,11}/iy,
  run: [9, 11],
  isValid: (code) => isSerial(withoutState(code)),
  context:
    /personalausweis|ausweis|\bperso\b|\bpa-?(?:nr|nummer)|identity card|\bid[- ]?(?:card|dokument|document)|german id\b|\bidd<<$/i,
  negativeContext: OTHER_NUMBERS,
  confidence: {
    inContext: 0.8,
    wholeText: (written) => (SERIES.test(written.toUpperCase()) ? 0.4 : 0),
    withoutContext: (written) => serialByForm(written, SERIES),
  },
});

function isSerial(code: string): boolean {
  return isDocumentSerial(code) || (/^\d{10}$/.test(code) && passesIcaoCheck(code));
}
