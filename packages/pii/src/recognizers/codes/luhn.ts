/**
 * Returns whether the last digit is the Luhn check digit of the digits before it (ISO/IEC 7812-1,
 * annex B).
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = (digits.charCodeAt(digits.length - 1 - index) - 48) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
