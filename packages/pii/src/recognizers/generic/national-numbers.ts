import type { CountryCode } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";

/** Fields of a country in the metadata of libphonenumber-js, version 4. */
const CALLING_CODE = 0;
const PATTERN = 2;
const NATIONAL_PREFIX = 5;
const PREFIX_FOR_PARSING = 7;
const TYPES = 11;

interface CountryPlan {
  readonly international: string;
  /** What the library removes before national numbers. */
  readonly prefix: RegExp;
  /** All national numbers of the calling code, which several countries may share. */
  readonly numbers: RegExp;
}

/**
 * Whether `digits` are a valid number, written nationally in `country` or internationally; undefined: only the library
 * knows. The same answer as its own, from the same metadata: it compiles every pattern for every number.
 */
export type IsNational = (digits: string, country: CountryCode) => boolean | undefined;

export function createNational(countries: readonly CountryCode[]): IsNational {
  const plans = new Map(countries.map((country) => [country, planOf(country)]));
  const all = [...plans.values()];
  return (digits, country) => {
    if (digits.startsWith("+")) {
      const plan = all.find(({ international }) => digits.startsWith(international));
      return plan === undefined ? undefined : isRest(digits.slice(plan.international.length), plan);
    }
    return plans.get(country)?.numbers.test(digits.replace(/^[01]/, ""));
  };
}

function isRest(rest: string, { prefix, numbers }: CountryPlan): boolean | undefined {
  return prefix.test(rest) ? undefined : numbers.test(rest);
}

function planOf(country: CountryCode): CountryPlan {
  const fields = fieldsOf(country);
  const code = String(fields[CALLING_CODE]);
  const prefix = fields[PREFIX_FOR_PARSING] || fields[NATIONAL_PREFIX];
  const countries = metadata.country_calling_codes[code] ?? [];
  return {
    international: `+${code}`,
    prefix: new RegExp(`^(?:${String(prefix)})`),
    numbers: new RegExp(`^(?:${countries.map(numbersOf).join("|")})$`),
  };
}

function numbersOf(country: CountryCode): string {
  const fields = fieldsOf(country);
  const types = (fields[TYPES] as readonly unknown[]).flatMap(typeOf);
  return `(?=(?:${String(fields[PATTERN])})$)(?:${types.join("|")})`;
}

type NumberType = readonly [pattern: string, lengths?: readonly number[]];

/** A type without a pattern has none, or those of another type. */
function typeOf(type: unknown): readonly string[] {
  if (!isType(type)) return [];
  const [pattern, lengths] = type;
  if (pattern === "") return [];
  const sizes = lengths?.map((length) => `.{${length}}`).join("|");
  return [sizes === undefined ? `(?:${pattern})` : `(?=(?:${sizes})$)(?:${pattern})`];
}

function isType(type: unknown): type is NumberType {
  return Array.isArray(type);
}

function fieldsOf(country: CountryCode): readonly unknown[] {
  return metadata.countries[country] as unknown as readonly unknown[];
}
