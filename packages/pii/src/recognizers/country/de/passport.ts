import { codeRecognizer } from "../../codes/code-recognizer.ts";
import { isDocumentSerial, serialByForm, withoutState } from "./document-serial.ts";
import { OTHER_NUMBERS } from "./other-numbers.ts";

const SERIES = /^[CFGHJK]/;

/**
 * Recognizes the serial number of the Reisepass, § 4 (2) no. 8 PassG: nine characters for authority
 * and number. In the machine-readable zone, a tenth follows, the check digit of ICAO Doc 9303.
 */
export const passport = codeRecognizer({
  name: "de-passport",
  type: "DE_PASSPORT",
  pattern: /[C-Z][0-9C-Z]{8,10}/iy,
  begins: "letter",
  run: [9, 11],
  isValid: (code) => isDocumentSerial(withoutState(code)),
  context:
    /reisepa(?:ss|ß)|\bpa(?:ss|ß)[ .-]{0,2}(?:nr|nummer)|\b(?:german|deutscher) pass|\b(?:mein|ihr|der|dem|den) pa(?:ss|ß)\b/i,
  negativeContext: OTHER_NUMBERS,
  confidence: {
    inContext: 0.85,
    wholeText: (written) => (SERIES.test(written.toUpperCase()) ? 0.4 : 0),
    withoutContext: (written) => serialByForm(written, SERIES),
  },
});
