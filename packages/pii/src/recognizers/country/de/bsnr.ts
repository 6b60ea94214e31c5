import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes the Betriebsstättennummer (KBV guideline under § 75 (7) SGB V). Its nine digits have
 * no check digit, so its name must precede it.
 */
export const bsnr = codeRecognizer({
  name: "de-bsnr",
  type: "DE_BSNR",
  pattern: /\d{2} ?\d{7}/y,
  begins: "digit",
  run: [2, 9],
  minLastRun: 9,
  continuation: /^ 0/,
  isValid: (code) => !code.startsWith("00"),
  context:
    /(?:\bn?bsnr|betriebsst(?:ä|ae)tte(?:n?-?\s?(?:nr|nummer))?)(?:[^\d]{0,25}|[^\d]{0,10}\d{9}[ /,;]{1,3})$/i,
  confidence: { inContext: 0.9 },
});
