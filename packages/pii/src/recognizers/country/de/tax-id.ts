import { passesMod11And10 } from "../../codes/check-digits.ts";
import { codeRecognizer, compact } from "../../codes/code-recognizer.ts";

/**
 * Recognizes the steuerliche Identifikationsnummer, § 139b AO and § 1 StIdV: eleven digits, the
 * last of which is a check digit by ISO/IEC 7064 MOD 11,10. Among the first ten, one digit occurs
 * twice or three times (BZSt). A number in which several digits repeat needs context.
 */
export const taxId = codeRecognizer({
  name: "de-tax-id",
  type: "DE_TAX_ID",
  pattern: /[1-9]\d[ \u00a0./-]?\d{3}[ \u00a0./-]?\d{3}[ \u00a0./-]?\d{3}/y,
  begins: "digit",
  run: [2, 11],
  minLastRun: 11,
  continuation: /^[ ./-]0/,
  isValid: (code) => passesMod11And10(code) && mostFrequent(code) <= 3,
  context:
    /steuer-?\s?id|identifikationsn|identifikations-?nr|\bst-?id|\bid-?nr|\btin\b|\btax[- ]?(?:payer )?(?:id|no|num|identification)/i,
  confidence: {
    inContext: 0.98,
    wholeText: 0.4,
    withoutContext: (written) => (repeatsOneDigit(compact(written)) ? 0.85 : 0),
  },
});

function mostFrequent(code: string): number {
  return Math.max(...counts(code));
}

function repeatsOneDigit(code: string): boolean {
  return counts(code).filter((count) => count > 1).length === 1;
}

function counts(code: string): number[] {
  const found = new Array<number>(10).fill(0);
  for (const digit of code.slice(0, 10)) found[Number(digit)] = (found[Number(digit)] ?? 0) + 1;
  return found;
}
