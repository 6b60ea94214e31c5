import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * Prefixes for Federal Reserve districts, thrifts, electronic transactions, the government and
 * traveler's checks.
 */
const PREFIX = "(?:0\\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)";

/**
 * Recognizes ABA routing numbers, whose check digit has weights 3, 7, 1 (American Bankers
 * Association; ANSI X9.13). Checks show the form "1234-5678-9".
 */
export const abaRouting = codeRecognizer({
  name: "us-aba-routing",
  type: "US_ABA_ROUTING",
  begins: "digit",
  run: [4, 9],
  minLastRun: 9,
  continuation: /^-0/,
  pattern: new RegExp(`${PREFIX}\\d{2}(-?)\\d{4}\\1\\d`, "y"),
  isValid: (code) => code !== "000000000" && isDivisible(code),
  context: /\b(?:aba\b|routing|rtn\b|transit|wire transfer|bank)/i,
  confidence: {
    inContext: 0.9,
    wholeText: 0.3,
    withoutContext: (written) => (written.includes("-") ? 0.5 : 0),
  },
});

function isDivisible(code: string): boolean {
  const weights = [3, 7, 1];
  const sum = [...code].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}
