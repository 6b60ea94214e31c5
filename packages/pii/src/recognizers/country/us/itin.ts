import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes Individual Taxpayer Identification Numbers (IRS, Internal Revenue Manual 3.21.263,
 * "ITIN structure").
 */
export const itin = codeRecognizer({
  name: "us-itin",
  type: "US_ITIN",
  begins: "digit",
  run: [3, 9],
  minLastRun: 9,
  continuation: /^[-. ]0/,
  pattern: /9\d{2}([-. \u00a0]?)(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{4}/y,
  context: /\b(?:itin|individual tax|taxpayer|tax[ -]?id|tin\b)/i,
  contextWindow: [64, 0],
  confidence: {
    inContext: 0.95,
    wholeText: 0.3,
    withoutContext: (written) => (written.charAt(3) === "-" ? 0.5 : 0),
  },
});
