import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes US passport numbers: nine digits, or a letter and eight digits since the "Next
 * Generation" book of 2021 (US Department of State). Only the machine-readable zone has a check
 * digit.
 */
export const usPassport = codeRecognizer({
  name: "us-passport",
  type: "US_PASSPORT",
  run: [9, 9],
  pattern: /[A-Z]?\d{8,9}/iy,
  isValid: (code) => /^(?:\d{9}|[A-Z]\d{8})$/.test(code),
  context:
    /(?<!\b(?:uk|gb|british|english|german|canadian|australian) )\b(?:passport|travel (?:document|id)|reisepass)/i,
  confidence: { inContext: 0.8, wholeText: (written) => (/^[A-Z]/i.test(written) ? 0.2 : 0) },
});
