/**
 * Computes check digits by their standards, independently of the recognizers, so that tests detect
 * a mistake in either.
 */

/** Returns the check digit that follows `payload` by ISO/IEC 7812-1, Annex B (Luhn). */
export function luhnDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

export function remainder(number: string, modulus: number): number {
  return Number(BigInt(number) % BigInt(modulus));
}

/** Replaces each letter with two digits, A with 10 (ISO 13616, ISO/IEC 7064). */
export function lettersAsNumbers(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

/** Returns the two check digits that follow `payload` by ISO/IEC 7064 MOD 97-10. */
export function mod97Digits(payload: string): string {
  return String(98 - remainder(`${lettersAsNumbers(payload)}00`, 97)).padStart(2, "0");
}

/** Returns the check digit that follows `payload` by ISO/IEC 7064 MOD 11,10. */
export function mod11And10Digit(payload: string): string {
  let carry = 10;
  for (const digit of payload) {
    carry += Number(digit);
    carry = carry % 10 === 0 ? 10 : carry % 10;
    carry = (carry * 2) % 11;
  }
  return String((11 - carry) % 10);
}

export function weighted(code: string, weights: readonly number[]): number {
  return [...code].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0);
}

export function weightedCrossSum(code: string, weights: readonly number[]): number {
  const products = [...code].map((digit, at) => Number(digit) * (weights[at] ?? 0));
  return products.reduce((sum, product) => sum + Math.trunc(product / 10) + (product % 10), 0);
}

export function upToTen(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}
