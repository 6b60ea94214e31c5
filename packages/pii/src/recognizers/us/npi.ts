import { codeRecognizer } from "../code-recognizer.ts";
import { passesLuhn } from "../luhn.ts";

/**
 * US National Provider Identifiers: ten digits from 1 or 2, Luhn check digit over the number with the issuer
 * prefix 80840 before it (45 CFR 162.406; CMS, "NPI check digit calculation"). Times in seconds look alike,
 * so it takes words around it or groups.
 */
export const npi = codeRecognizer({
  name: "us-npi",
  type: "US_NPI",
  begins: "digit",
  run: [4, 10],
  pattern: /[12]\d{3}([- ]?)\d{3}\1\d{3}/y,
  isValid: (code) => !/^(\d)\1{8}/.test(code) && passesLuhn(`80840${code}`),
  context: /\b(?:npi|national provider|provider|prescriber|physician|taxonomy)/i,
  confidence: { inContext: 0.9, alone: 0.3, bare: (written) => (written.includes("-") ? 0.4 : 0) },
});
