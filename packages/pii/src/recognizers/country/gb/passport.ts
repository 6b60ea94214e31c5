import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes UK passport numbers: nine digits, or two letters and seven digits (HM Passport Office,
 * "Basic passport checks"). Only the machine-readable zone has a check digit.
 */
export const gbPassport = codeRecognizer({
  name: "gb-passport",
  type: "GB_PASSPORT",
  run: [9, 9],
  pattern: /(?:[A-Z]{2}|\d{2})\d{7}/iy,
  context: /\b(?:passport|travel document|hmpo)/i,
  confidence: { inContext: 0.7, wholeText: (written) => (/^[A-Z]/i.test(written) ? 0.2 : 0) },
});
