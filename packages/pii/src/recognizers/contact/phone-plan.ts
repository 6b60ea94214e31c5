import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Language } from "../../finding.ts";

const COUNTRIES: Readonly<Record<Language, readonly CountryCode[]>> = {
  en: ["US", "GB", "DE", "AT", "CH"],
  de: ["DE", "AT", "CH", "US", "GB"],
};
/**
 * The maximum number of look-ups per text, each of which takes about 20 µs. Beyond it, only the
 * form of a number decides.
 */
const LOOKUPS = 8_000;

export interface Plan {
  /**
   * Returns whether `written` is a number of one of the countries. If `possible` is true, a valid
   * length is enough.
   */
  accepts(written: string, possible: boolean): boolean;
}

/**
 * Creates a plan that tries the countries of the language first and caches its look-ups. Beyond
 * `LOOKUPS`, it accepts every number.
 */
export function createPlan(language: Language): Plan {
  const countries = COUNTRIES[language];
  const known = new Map<string, boolean>();
  let lookups = 0;
  const isAccepted = (digits: string, possible: boolean) => {
    const international = digits.startsWith("+") || digits.startsWith("00");
    const candidates = international ? countries.slice(0, 1) : countries.filter(fits(digits));
    return candidates.some((defaultCountry) => {
      lookups += 1;
      if (lookups > LOOKUPS) return true;
      const number = parsePhoneNumberFromString(plain(digits), { defaultCountry, extract: false });
      return number !== undefined && ((possible && number.isPossible()) || number.isValid());
    });
  };
  return {
    accepts(written, possible) {
      const digits = written.replace(/^(\+.*)\(0\)/, "$1").replace(/[^\d+]/g, "");
      const key = possible ? `${digits}?` : digits;
      const answer = known.get(key) ?? isAccepted(digits, possible);
      if (lookups <= LOOKUPS) known.set(key, answer);
      return answer;
    },
  };
}

function plain(digits: string): string {
  return digits.startsWith("00") ? `+${digits.slice(2)}` : digits;
}

/**
 * Returns a test for whether a national number has the trunk prefix of a country (ITU-T E.164): `0`
 * in Europe, `1` or none in North America.
 */
function fits(digits: string): (country: CountryCode) => boolean {
  return (country) =>
    country === "US" ? /^1?[2-9]\d{9}$/.test(digits) : /^0[1-9]\d{5,12}$/.test(digits);
}
