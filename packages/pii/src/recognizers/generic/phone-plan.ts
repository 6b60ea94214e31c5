import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Language } from "../../finding.ts";

/** Countries whose national forms are read, the request's language first. */
const COUNTRIES: Readonly<Record<Language, readonly CountryCode[]>> = {
  en: ["US", "GB", "DE", "AT", "CH"],
  de: ["DE", "AT", "CH", "US", "GB"],
};
/** Each look into the numbering plans costs some 20 µs. Beyond so many in one text the form alone decides. */
const LOOKUPS = 8_000;

/** The numbering plans that one text is read with. */
export interface Plan {
  /** Whether `written` is a number of one of the countries; with `possible`, by its length alone. */
  accepts(written: string, possible: boolean): boolean;
}

/**
 * The plans of the language's countries first; after too many look-ups every number is accepted. A number that
 * stands in the text several times is looked up once.
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

/** `00` is the international prefix of all these countries but the US. */
function plain(digits: string): string {
  return digits.startsWith("00") ? `+${digits.slice(2)}` : digits;
}

/** A national number with its trunk prefix, ITU-T E.164: `0` in Europe, `1` or nothing in North America. */
function fits(digits: string): (country: CountryCode) => boolean {
  return (country) =>
    country === "US" ? /^1?[2-9]\d{9}$/.test(digits) : /^0[1-9]\d{5,12}$/.test(digits);
}
