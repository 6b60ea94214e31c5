import { type RandomBytes, randomHex } from "@veil/crypto";

interface PlantedValue {
  readonly type: string;
  readonly label: string;
  readonly value: string;
}

/** Returns random values of three types whose form and check digits a standard defines. */
export function plantedValues(random: RandomBytes): readonly PlantedValue[] {
  return [
    { type: "EMAIL", label: "Email", value: `canary.${randomHex(random)}@example.com` },
    { type: "IBAN", label: "Account", value: iban(digits(random, 18)) },
    { type: "CREDIT_CARD", label: "Card", value: cardNumber(`4${digits(random, 14)}`) },
  ];
}

function digits(random: RandomBytes, count: number): string {
  return [...random(count)].map((byte) => byte % 10).join("");
}

/** Returns a German IBAN (ISO 13616) with the check digits of ISO 7064, MOD 97-10. */
function iban(account: string): string {
  // "DE" is 13 and 14; the check digits are computed as if they were 00.
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, "0")}${account}`;
}

/** Appends the check digit of Luhn's algorithm (ISO/IEC 7812-1, annex B). */
function cardNumber(payload: string): string {
  const sum = [...payload]
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? 2 * Number(digit) : Number(digit)))
    .reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return `${payload}${(10 - (sum % 10)) % 10}`;
}
