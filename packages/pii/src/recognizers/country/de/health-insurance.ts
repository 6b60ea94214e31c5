import { crossSumOfProducts, placeInAlphabet } from "../../codes/check-digits.ts";
import { codeRecognizer, LETTERS } from "../../codes/code-recognizer.ts";
import { OTHER_NUMBERS } from "./other-numbers.ts";

/**
 * Recognizes the permanent part of the Krankenversichertennummer (§ 290 SGB V): a letter, eight
 * digits and a check digit. The check digit is computed modulo 10 from digit sums, with weights 1
 * and 2, over the letter's place in the alphabet and the digits.
 */
export const healthInsurance = codeRecognizer({
  name: "de-health-insurance",
  type: "DE_HEALTH_INSURANCE",
  pattern: /[A-Z]?\d{3} ?\d{3} ?\d{3}/iy,
  prefix: /(?<![A-Za-z])[A-Za-z] $/,
  prefixEnds: LETTERS,
  run: [3, 10],
  minLastRun: 9,
  continuation: /^ 0/,
  isValid: passesCheck,
  context:
    /kranken|\bkv-?n(?:r|ummer)|\bkvnr|\begk\b|versicherten|versicherungsn|versichert|\bgkv\b|health insurance|\bvers\.?-?nr|\bkk-nr/i,
  negativeContext: OTHER_NUMBERS,
  confidence: {
    inContext: 0.95,
    wholeText: 0.5,
    withoutContext: (written) => (/^[A-Z]\d{9}$/.test(written) ? 0.55 : 0),
  },
});

function passesCheck(code: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(code)) return false;
  const digits = `${placeInAlphabet(code.charAt(0))}${code.slice(1, 9)}`;
  return crossSumOfProducts(digits, [1, 2]) % 10 === Number(code.charAt(9));
}
