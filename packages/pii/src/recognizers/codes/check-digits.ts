export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/**
 * Multiplies the digits by `weights` and adds the digit sums of the products, as German social
 * insurance numbers require.
 */
export function crossSumOfProducts(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const product = digitAt(digits, at) * (weights[at % weights.length] ?? 0);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum;
}

export function sumOfProducts(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1)
    sum += digitAt(digits, at) * (weights[at % weights.length] ?? 0);
  return sum;
}

/** Returns the place of a capital letter in the alphabet as two digits: 01 for A, 26 for Z. */
export function placeInAlphabet(letter: string): string {
  return String(letter.charCodeAt(0) - 64).padStart(2, "0");
}

/**
 * Returns whether the last digit is the check digit of ICAO Doc 9303-3, 4.9: weights 7, 3, 1 over
 * digits and letters (A is 10).
 */
export function passesIcaoCheck(code: string): boolean {
  const weights = [7, 3, 1];
  let sum = 0;
  for (let at = 0; at < code.length - 1; at += 1)
    sum += base36(code.charAt(at)) * (weights[at % 3] ?? 0);
  return String(sum % 10) === code.at(-1);
}

/** Returns the value of a digit or a capital letter: A is 10, Z is 35. */
export function base36(character: string): number {
  return Number.parseInt(character, 36);
}

function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - 48;
}
