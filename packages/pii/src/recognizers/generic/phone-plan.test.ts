import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isOfPlan } from "./phone-plan.ts";

const COUNTRIES = ["US", "GB", "DE", "AT", "CH"] as const;
const AREAS = Array.from({ length: 1000 }, (_, area) => String(area).padStart(3, "0"));

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 4, maxLength: 11 });
const written = fc.oneof(
  fc.tuple(fc.constantFrom("0", "", "1"), digits),
  fc.tuple(
    fc.constantFrom("+1", "+44", "+49", "+43", "+41", "+33", "+7", "+440", "+44180020"),
    digits,
  ),
);

test.each(COUNTRIES)(
  "The plan accepts the numbers that libphonenumber accepts, first of %s",
  (country) => {
    fc.assert(
      fc.property(written, ([prefix, rest]) => {
        const number = forPlan(prefix + rest, country);
        expect([number, isOfPlan(number, country, false)]).toEqual([
          number,
          isValid(number, country),
        ]);
      }),
      { numRuns: 2000 },
    );
  },
);

test.each(COUNTRIES)("and those of every area of %s", (country) => {
  const differing = AREAS.flatMap((area) => [`${area}2345678`, `${area}234567`])
    .map((number) => forPlan(country === "US" ? number : `0${number}`, country))
    .filter((number) => isOfPlan(number, country, false) !== isValid(number, country));
  expect(differing).toEqual([]);
});

test("A number that is only possible is accepted where that is enough", () => {
  expect(isOfPlan("+12345678901", "US", true)).toBe(true);
  expect(isOfPlan("+12345678901", "US", false)).toBe(isValid("+12345678901", "US"));
});

/** National numbers as they reach the plan: with their trunk prefix. */
function forPlan(number: string, country: CountryCode): string {
  if (number.startsWith("+")) return number;
  const form = country === "US" ? /^1?[2-9]\d{9}$/ : /^0[1-9]\d{5,12}$/;
  return form.test(number) ? number : country === "US" ? "2125550132" : "0301234567";
}

function isValid(number: string, defaultCountry: CountryCode): boolean {
  return parsePhoneNumberFromString(number, { defaultCountry, extract: false })?.isValid() ?? false;
}
