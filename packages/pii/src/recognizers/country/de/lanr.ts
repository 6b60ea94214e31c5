import { sumOfProducts } from "../../codes/check-digits.ts";
import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes the Lebenslange Arztnummer, § 77 SGB V and the KBV's guideline under § 75 (7) SGB V:
 * six digits, a check digit (weights 4 and 9, modulo 10), and two digits for the specialty.
 */
export const lanr = codeRecognizer({
  name: "de-lanr",
  type: "DE_LANR",
  pattern: /\d{6} ?\d ?\d{2}/y,
  begins: "digit",
  run: [6, 9],
  minLastRun: 9,
  continuation: /^ 0/,
  isValid: passesCheck,
  context: /(?:\blanr|arzt-?\s?(?:nr|nummer|no\b)|\bphysician (?:number|no|id))[^\d]{0,25}$/i,
  confidence: { inContext: 0.95, wholeText: 0.3 },
});

function passesCheck(code: string): boolean {
  const sum = sumOfProducts(code.slice(0, 6), [4, 9]);
  return (10 - (sum % 10)) % 10 === Number(code.charAt(6)) && !code.startsWith("000000");
}
