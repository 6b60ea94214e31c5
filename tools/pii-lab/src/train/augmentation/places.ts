import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import { isLocaleOf, type NameLists } from "../lexicon/name-lists.ts";
import { capitalize, type People } from "./people.ts";

export interface Places {
  town(): string;
  country(): string;
  /** Returns street and number in the style of a random country, in English often with a town. */
  address(): string;
  organization(): string;
}

const COUNTRIES: Readonly<Record<Language, readonly string[]>> = {
  de: "Deutschland Österreich Schweiz Frankreich Italien Spanien Polen Türkei Russland USA Indien China Kanada Brasilien Schweden".split(
    " ",
  ),
  en: "Germany France Italy Spain Poland Turkey Russia India China Canada Brazil Sweden Australia Ireland Mexico".split(
    " ",
  ),
};

export function createPlaces(
  language: Language,
  { names, towns }: { readonly names: NameLists; readonly towns: readonly string[] },
  people: People,
  random: Random,
): Places {
  const { pick, chance } = random;
  const lists = [...names.locales];
  const own = lists
    .filter(([locale]) => isLocaleOf(locale, language))
    .flatMap(([, { city }]) => city)
    .concat(towns);
  const all = lists
    .flatMap(([, { city }]) => city)
    .filter((city) => /^[\p{Script=Latin}\s'’.-]+$/u.test(city));
  const town = (): string => pick(chance(0.6) ? own : all);
  const country = (): string => pick(COUNTRIES[language]);
  const maker = { people, random, town, country };
  return {
    town,
    country,
    address: () => (language === "de" ? germanAddress(maker) : englishAddress(maker)),
    organization: () =>
      language === "de" ? germanOrganization(maker) : englishOrganization(maker),
  };
}

interface Maker {
  readonly people: People;
  readonly random: Random;
  town(): string;
  country(): string;
}

function germanAddress(maker: Maker): string {
  const { people, random } = maker;
  const { pick, between, chance } = random;
  if (chance(0.2)) return foreignStreet(maker);
  const last = people.plainSurname();
  return pick([
    `${last}straße ${between(1, 150)}`,
    `${people.plainGiven()}-${last}-Str. ${between(1, 90)}`,
    `${last}weg ${between(1, 40)}`,
    `Am ${last}platz ${between(1, 20)}`,
    `${last}allee ${between(1, 99)}`,
    `${last}gasse ${between(1, 30)}`,
    `${capitalize(pick(["haupt", "bahnhof", "schul", "garten", "berg", "wald", "linden", "kirch", "dorf"]))}${pick(["straße", "str.", "weg"])} ${between(1, 120)}${pick(["", "a", ""])}`,
  ]);
}

function englishAddress(maker: Maker): string {
  const { random, town } = maker;
  const { pick, between, chance } = random;
  let address = chance(0.45) ? foreignStreet(maker) : englishStreet(maker);
  if (chance(0.35)) address = `${between(1, 99)} ${address}`;
  if (chance(0.3))
    address += `${pick([" ", ", ", "\n"])}${pick(["Apt.", "Suite", "Unit", "Apt", "No."])} ${between(1, 999)}`;
  if (chance(0.35))
    address += `${pick(["\n", ", "])}${chance(0.15) ? town().toUpperCase() : town()}${pick(["", "\n", ", ", " "])}${codeOf(maker)}`;
  return address;
}

function codeOf({ random, country }: Maker): string {
  const { pick, between } = random;
  const digits = between(10000, 99999);
  return pick([
    "",
    ` ${digits}`,
    `${country()} ${digits}`,
    `, ${pick(["NY", "CA", "TX", "ZH", "NH", "WV", "FL"])} ${digits}`,
  ]);
}

function englishStreet({ people, random, town }: Maker): string {
  const { pick, between } = random;
  return pick([
    `${between(1, 9999)} ${people.plainSurname()} Street`,
    `${between(1, 9999)} ${people.plainSurname()} Ave`,
    `${between(1, 999)} ${people.plainGiven()} ${pick(["Road", "Drive", "Lane", "Court", "Blvd"])}`,
    `${between(1, 99)} ${town()} Rd.`,
    `${between(1, 999)} ${pick(["Main", "Oak", "Park", "Elm", "Maple", "High", "Church", "Mill"])} ${pick(["St", "St.", "Street", "Ave", "Road"])}`,
  ]);
}

const WAYS =
  "Forks Greens Summit Bypass Crossing Hill Crescent Terrace Place Way Close Gardens".split(" ");

function foreignStreet({ people, random }: Maker): string {
  const { pick, between } = random;
  const last = people.plainSurname();
  const first = people.plainGiven();
  const plain = capitalize(asciiLetters(last));
  const number = between(1, 300);
  return pick([
    `ul. ${last} ${number}`,
    `${number} rue ${first} ${last}`,
    `rue ${last} ${number}`,
    `Via ${last} ${number}`,
    `Calle ${last} ${number}`,
    `Rua ${first} ${last} ${number}`,
    `${plain} utca ${number}.`,
    `${plain}gatan ${number}`,
    `${plain}gata ${number}`,
    `${last}vägen ${number}`,
    `Avenida ${last} ${number}`,
    `${number} avenue ${first} ${last}`,
    `Piazza ${last} ${number}`,
    `${last} tee ${number}`,
    `${number} ${last} ${pick(WAYS)}`,
    `${last}laan ${number}`,
    `${last}straat ${number}`,
    `${last}vej ${number}`,
    `ulica ${last} ${number}`,
    `Plaza ${last} ${number}`,
  ]);
}

/** Returns the ASCII letters of a text in lower case, or "user" if it has none. */
export function asciiLetters(text: string): string {
  return (
    text
      .normalize("NFD")
      .replace(/[^a-zA-Z]/gu, "")
      .toLowerCase() || "user"
  );
}

function germanOrganization({ people, random, town }: Maker): string {
  const last = people.plainSurname();
  const place = town();
  return random.pick([
    `${last} GmbH`,
    `${last} & ${people.plainSurname()} GmbH`,
    `${last} AG`,
    `${last} & Söhne`,
    `Universität ${place}`,
    `Klinikum ${place}`,
    `Stadtwerke ${place}`,
    `Sparkasse ${place}`,
    `FC ${place}`,
    `Amtsgericht ${place}`,
    `Finanzamt ${place}`,
    `${last} Consulting`,
    `Autohaus ${last}`,
    `Kanzlei ${last} & Partner`,
    `Volksbank ${place}`,
    `Praxis ${last}`,
    `${last}-Klinik`,
    `${last}-Stiftung`,
    `Landgericht ${place}`,
    `Bäckerei ${last}`,
    `Verlag ${people.plainGiven()} ${last}`,
    `${last} Verlag`,
    `SV ${place}`,
    `TSV ${place}`,
    `${people.plainGiven()}-${last}-Schule`,
    `${people.plainGiven()}-${last}-Gymnasium`,
    `Reederei ${last}`,
    `${last} Holding`,
    `Hotel ${last}`,
    `Gasthof ${last}`,
  ]);
}

const TRADES =
  "Pizza|Diner|Grill|Bakery|Auto Repair|Motors|Motorsports|Plumbing|Roofing|Insurance|Karate|Salon|Deli|Cafe|Books|Hardware|Realty|Dental|Florist|Pharmacy|Steakhouse|Fitness|Jewelers|Cleaners".split(
    "|",
  );

function englishOrganization({ people, random, town }: Maker): string {
  const last = people.plainSurname();
  const place = town();
  return random.pick([
    `${last} Inc`,
    `${last} Inc.`,
    `${last} & ${people.plainSurname()} LLP`,
    `${last}, ${people.plainSurname()} and ${people.plainSurname()}`,
    `${last} Group`,
    `${last} Ltd`,
    `University of ${place}`,
    `${place} University`,
    `Bank of ${place}`,
    `${place} City Council`,
    `${last} Corp.`,
    `${last} Holdings`,
    `${place} General Hospital`,
    `${last} Foundation`,
    `${place} United`,
    `${last}-${people.plainSurname()}`,
    `${last} LLC`,
    `${place} Police Department`,
    `${last} Partners`,
    `${last} Consulting`,
    `${last} Motors`,
    `${last}'s`,
    `${people.plainGiven()}'s`,
    `${last} 's`,
    `${last}'s ${random.pick(TRADES)}`,
    `${people.plainGiven()}'s ${random.pick(TRADES)}`,
    `${people.plainGiven()} ${last} ${random.pick(TRADES)}`,
    `${last} ${random.pick(TRADES)}`,
    `${last} High School`,
    `${place} Times`,
    `${last} and Sons`,
    `${last} Bros`,
    `${last} Elementary`,
    `Law Offices of ${people.full()}`,
    `St. ${people.plainGiven()} Church`,
  ]);
}
