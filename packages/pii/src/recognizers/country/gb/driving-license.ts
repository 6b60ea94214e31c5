import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes driver numbers, DVLA INF1D: surname padded with 9, date of birth (50 is added to the
 * month for women), initials, check characters.
 */
export const drivingLicense = codeRecognizer({
  name: "gb-driving-licence",
  type: "GB_DRIVER_LICENSE",
  begins: "letter",
  run: [16, 16],
  pattern:
    /(?=[A-Z9]{5}\d)[A-Z][A-Z]{0,4}9{0,4}\d(?:0[1-9]|1[0-2]|5[1-9]|6[0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z9]{2}[A-Z0-9][A-Z]{2}/iy,
  isValid: (code) => code.length === 16,
  context: /\b(?:driving|driver|licen[cs]e|dvla)/i,
  confidence: { inContext: 0.95, withoutContext: 0.7 },
});
