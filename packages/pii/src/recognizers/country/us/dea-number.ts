import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Recognizes DEA numbers (21 CFR 1301): kind of registrant, initial of the name or 9, six digits
 * and a check digit.
 */
export const deaNumber = codeRecognizer({
  name: "us-dea-number",
  type: "ID_NUMBER",
  begins: "letter",
  run: [9, 9],
  pattern: /[A-HJ-NPR-UX][A-Z9]\d{7}/iy,
  isValid: (code) => checkDigit(code.slice(2)) === Number(code.slice(-1)),
  context: /\b(?:dea\b|medical licen[cs]e|certificate|registra|prescriber)/i,
  confidence: {
    inContext: 0.9,
    wholeText: 0.4,
    withoutContext: (written) => (written === written.toUpperCase() ? 0.4 : 0),
  },
});

function checkDigit(digits: string): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [...digits].map(Number);
  return (a + c + e + 2 * (b + d + f)) % 10;
}
