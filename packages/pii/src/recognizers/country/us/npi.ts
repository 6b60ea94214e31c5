import { codeRecognizer } from "../../codes/code-recognizer.ts";
import { passesLuhn } from "../../codes/luhn.ts";

/**
 * Recognizes National Provider Identifiers, which pass the Luhn check after the prefix 80840 (45
 * CFR 162.406). Unix times have this form too, so context or grouping is required.
 */
export const npi = codeRecognizer({
  name: "us-npi",
  type: "US_NPI",
  begins: "digit",
  run: [4, 10],
  minLastRun: 10,
  continuation: /^[- ]0/,
  pattern: /[12]\d{3}([- ]?)\d{3}\1\d{3}/y,
  isValid: (code) => !/^(\d)\1{8}/.test(code) && passesLuhn(`80840${code}`),
  context: /\b(?:npi|national provider|provider|prescriber|physician|taxonomy)/i,
  confidence: {
    inContext: 0.9,
    wholeText: 0.3,
    withoutContext: (written) => (written.includes("-") ? 0.4 : 0),
  },
});
