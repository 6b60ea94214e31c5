import { codeRecognizer } from "../code-recognizer.ts";

/**
 * Betriebsstättennummer of a medical practice, the KBV's guideline under § 75 (7) SGB V: nine digits, the first two
 * for the association of physicians. It has no check digit and looks like any number: only beside its name.
 */
export const bsnr = codeRecognizer({
  name: "de-bsnr",
  type: "DE_BSNR",
  pattern: /\d{2} ?\d{7}/y,
  begins: "digit",
  run: [2, 9],
  isValid: (code) => !code.startsWith("00"),
  context:
    /(?:\bn?bsnr|betriebsst(?:ä|ae)tte(?:n?-?\s?(?:nr|nummer))?)(?:[^\d]{0,25}|[^\d]{0,10}\d{9}[ /,;]{1,3})$/i,
  confidence: { inContext: 0.9 },
});
