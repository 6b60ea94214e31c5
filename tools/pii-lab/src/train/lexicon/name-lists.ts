import type { Language } from "@veil/contracts/sanitiser";
import type { DataFolder } from "../corpora/data-folder.ts";

interface LocaleNames {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly city: readonly string[];
}

export interface NameLists {
  readonly locales: ReadonlyMap<string, LocaleNames>;
  readonly first: Readonly<Record<Language, readonly string[]>>;
  readonly last: Readonly<Record<Language, readonly string[]>>;
  readonly rareGerman: readonly string[];
  readonly spoken: Readonly<Record<Language, readonly string[]>>;
  readonly written: Readonly<Record<Language, readonly string[]>>;
}

export function readNameLists(data: DataFolder): NameLists {
  const list = (name: string): readonly string[] => strings(data.json(`${name}.zxcvbn.json`), name);
  return {
    locales: locales(data.json("faker.names.json")),
    first: { en: list("en.firstnames"), de: list("de.firstnames") },
    last: { en: list("en.lastnames"), de: list("de.lastnames") },
    rareGerman: data.lines("de.surnames.germaner.txt"),
    spoken: { en: list("en.commonWords"), de: list("de.commonwords") },
    written: { en: list("en.wikipedia"), de: list("de.wikipediafreq") },
  };
}

/** Returns whether a locale belongs to a language: "de_AT" is German, "en_IN" is English. */
export function isLocaleOf(locale: string, language: Language): boolean {
  return locale.startsWith(language);
}

function locales(value: unknown): ReadonlyMap<string, LocaleNames> {
  const entries = Object.entries(value as Record<string, Record<string, unknown>>);
  return new Map(
    entries.map(([locale, lists]) => [
      locale,
      {
        first: strings(lists["first"], `${locale}.first`),
        last: strings(lists["last"], `${locale}.last`),
        city: strings(lists["city"], `${locale}.city`),
      },
    ]),
  );
}

function strings(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string"))
    throw new TypeError(`${name} is not a list of words`);
  return value as readonly string[];
}
