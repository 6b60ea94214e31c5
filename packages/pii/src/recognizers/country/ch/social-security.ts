import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes Swiss social security numbers (AHV number, NAVS13) as they are printed:
 * "756.9217.0769.85". It ignores the check digit, so that a number with a typo is found too.
 */
export const socialSecurityCh = codeRecognizer({
  name: "social-security-ch",
  type: "ID_NUMBER",
  pattern: /756([. ])\d{4}\1\d{4}\1\d{2}/y,
  begins: "digit",
  run: [3, 3],
  minLastRun: 4,
  continuation: /^[. ]0/,
  confidence: { inContext: 0.9, withoutContext: 0.9 },
});
