import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes Permanent Account Numbers of Indian taxpayers (Income-tax Rules 1962, rule 114). The
 * fourth letter is the kind of holder, P for a person. The last letter is a check letter whose rule
 * is not published.
 */
export const panIndia = codeRecognizer({
  name: "in-pan",
  type: "ID_NUMBER",
  begins: "letter",
  run: [10, 10],
  pattern: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/y,
  context: /\bpan\b|permanent account|income[ -]tax/i,
  confidence: {
    inContext: 0.9,
    withoutContext: (written) => (written.charAt(3) === "P" ? 0.6 : 0),
  },
});
