import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import type { People } from "./people.ts";
import { asciiLetters } from "./places.ts";

export interface Values {
  date(): string;
  number(): string;
  time(): string;
  phone(): string;
  email(): string;
  month(): string;
  weekday(): string;
  postcode(): string;
  title(): string;
}

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
    " ",
  ),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
};
const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  de: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(" "),
  en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
};
const TITLES: Readonly<Record<Language, readonly string[]>> = {
  de: "Herr|Frau|Herrn|Dr.|Prof.|Herr Dr.|Frau Dr.|Prof. Dr.|Dr. med.|Dipl.-Ing.|Fr.|Hr.|Familie".split(
    "|",
  ),
  en: "Mr.|Mrs.|Ms.|Dr.|Prof.|Mr|Mrs|Ms|Dr|Miss|Sir|Judge|Officer|Captain|Rev.".split("|"),
};
const PREFIXES = ["INV", "RE", "K", "KD", "AB", "TK", "PO", "SR", "ACC"];
const HOSTS =
  "gmail.com example.com web.de gmx.de outlook.com company.com firma.de yahoo.com".split(" ");

export function createValues(language: Language, people: People, random: Random): Values {
  const { pick, between } = random;
  const month = (): string => pick(MONTHS[language]);
  return {
    month,
    date: () => (language === "de" ? germanDate(random, month) : englishDate(random, month)),
    number: () => numberOf(random),
    time: () => `${between(0, 23)}:${twoDigits(between(0, 59))}`,
    phone: () => phoneOf(random),
    email: () =>
      `${asciiLetters(people.plainGiven())}.${asciiLetters(people.plainSurname())}@${pick(HOSTS)}`,
    weekday: () => pick(WEEKDAYS[language]),
    postcode: () => String(between(10000, 99999)),
    title: () => pick(TITLES[language]),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function germanDate({ chance, between }: Random, month: () => string): string {
  return chance(0.6)
    ? `${twoDigits(between(1, 28))}.${twoDigits(between(1, 12))}.${between(1940, 2026)}`
    : `${between(1, 28)}. ${month()} ${between(1990, 2026)}`;
}

function englishDate({ next, between }: Random, month: () => string): string {
  const x = next();
  if (x < 0.3) return `${between(1, 12)}/${between(1, 28)}/${between(1950, 2026)}`;
  if (x < 0.6)
    return `${between(1980, 2026)}-${twoDigits(between(1, 12))}-${twoDigits(between(1, 28))}`;
  return `${month()} ${between(1, 28)}, ${between(1990, 2026)}`;
}

function numberOf({ next, between, pick }: Random): string {
  const x = next();
  if (x < 0.3) return String(between(100, 99_999));
  if (x < 0.6) return String(between(100_000, 9_999_999_999));
  if (x < 0.8) return `${pick(PREFIXES)}-${between(1000, 999_999)}`;
  return `${between(100, 999)}-${between(1000, 9999)}`;
}

function phoneOf({ pick, between }: Random): string {
  return pick([
    `+49 ${between(100, 999)} ${between(10_000, 9_999_999)}`,
    `0${between(100, 9999)}/${between(10_000, 999_999)}`,
    `(${between(200, 999)}) ${between(200, 999)}-${between(1000, 9999)}`,
    `+1-${between(200, 999)}-${between(200, 999)}-${between(1000, 9999)}`,
    `+44 20 ${between(1000, 9999)} ${between(1000, 9999)}`,
  ]);
}
