import type { Language } from "@veil/contracts/sanitiser";
import { hashLower, LEXICON_FLAGS, Lexicon, spokenFlags, writtenFlags } from "@veil/pii/ner";
import { termsOf, wordsOf } from "../text-lists.ts";
import { createLexiconWriter, type LexiconWriter, partsOf } from "./lexicon-writer.ts";
import { isLocaleOf, type NameLists } from "./name-lists.ts";

const F = LEXICON_FLAGS;
const CAPACITY = 600_000;
const COMMON_RANK = 6000;
/**
 * The number of surnames of the other language that are added, and the number that count as common.
 */
const FOREIGN_RANK = 8000;
const FOREIGN_COMMON_RANK = 3000;

export interface LexiconSources {
  readonly names: NameLists;
  readonly towns: readonly string[];
  readonly companies: readonly string[];
  readonly nationalities: readonly string[];
  /** Hashes of words that occur in lower case outside names. */
  readonly lowerSeen: Iterable<number>;
  /** Lower-case dictionary words that are not names. */
  readonly dictionary: readonly string[];
  readonly programming: readonly string[];
  /** The class of each word, by the word's hash. */
  readonly wordClasses: ReadonlyMap<number, number>;
}

export function buildLexicon(language: Language, sources: LexiconSources): Lexicon {
  const lexicon = new Lexicon(CAPACITY);
  const particles = new Set(wordsOf("particles.txt"));
  const writer = createLexiconWriter(lexicon, particles);
  addNames(writer, language, sources.names);
  addTowns(writer, sources, sources.names.spoken[language], particles);
  addFrequencies(writer, language, sources.names);
  addProgramming(writer, sources.programming, (word) => isGivenName(lexicon, word));
  addLists(writer, particles);
  addTerms(writer, language, sources);
  for (const hash of sources.lowerSeen) lexicon.add(hash, F.LOWER_SEEN);
  for (const word of sources.dictionary) writer.exactly(word, F.LOWER_SEEN);
  for (const [hash, wordClass] of sources.wordClasses) lexicon.setClass(hash, wordClass);
  return lexicon;
}

function addNames(writer: LexiconWriter, language: Language, names: NameLists): void {
  const other = language === "de" ? "en" : "de";
  for (const [locale, { first, last }] of names.locales) {
    const flags = isLocaleOf(locale, language) ? F.FIRST | F.FIRST_OWN : F.FIRST;
    for (const name of first) writer.parts(name, flags);
    for (const name of last) writer.parts(name, F.LAST);
  }
  addGivenNames(writer, language);
  addRanked(writer, names.first[language], () => F.FIRST | F.FIRST_OWN);
  addRanked(writer, names.first[other], () => F.FIRST);
  addRanked(writer, names.last[language], (rank) => familyFlags(language, rank));
  addRanked(writer, names.last[other].slice(0, FOREIGN_RANK), (rank) =>
    rank < FOREIGN_COMMON_RANK ? F.LAST : F.LAST_RARE,
  );
  if (language === "de") for (const name of names.rareGerman) writer.parts(name, F.LAST_RARE);
}

/**
 * Adds given names such as "Uwe" and "Jürgen". The ranked lists lack them, because each list omits
 * names that another list ranks higher.
 */
function addGivenNames(writer: LexiconWriter, language: Language): void {
  const german = language === "de" ? F.FIRST | F.FIRST_OWN : F.FIRST;
  for (const name of wordsOf("given-names.de.txt")) writer.parts(name, german);
  for (const name of wordsOf("given-names.txt")) writer.parts(name, F.FIRST);
}

function addRanked(
  writer: LexiconWriter,
  names: readonly string[],
  flagsOf: (rank: number) => number,
): void {
  for (const [rank, name] of names.entries()) writer.word(name, flagsOf(rank));
}

/**
 * Returns flags by rank. The German list has only the 3 000 most common surnames, the English list
 * has all of them.
 */
function familyFlags(language: Language, rank: number): number {
  if (language === "de" || rank < 1000) return F.LAST | F.LAST_TOP;
  return rank < 10_000 ? F.LAST : F.LAST_RARE;
}

function addTowns(
  writer: LexiconWriter,
  { names, towns }: LexiconSources,
  spoken: readonly string[],
  particles: ReadonlySet<string>,
): void {
  const common = new Set(spoken.slice(0, COMMON_RANK));
  const all = [...names.locales.values()].flatMap(({ city }) => city);
  for (const town of [...all, ...towns]) {
    const parts = partsOf(town, particles);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) writer.word(only, F.CITY);
    else
      for (const part of parts) if (!common.has(part.toLowerCase())) writer.word(part, F.CITY_PART);
  }
}

function addFrequencies(writer: LexiconWriter, language: Language, names: NameLists): void {
  names.spoken[language].forEach((word, rank) => {
    writer.exactly(word, spokenFlags(rank));
  });
  names.written[language].forEach((word, rank) => {
    writer.exactly(word, writtenFlags(rank));
  });
}

/**
 * Gives programming words the highest frequency, so that they never count as surnames in lower
 * case, except for words that are also given names ("max").
 */
function addProgramming(
  writer: LexiconWriter,
  words: readonly string[],
  isGiven: (word: string) => boolean,
): void {
  for (const word of words)
    writer.exactly(word, F.LOWER_SEEN | (isGiven(word) ? 0 : spokenFlags(0)));
}

const LISTS: readonly (readonly [string, number])[] = [
  ["honorifics.txt", F.HONORIFIC],
  ["months.txt", F.MONTH],
  ["countries.txt", F.COUNTRY],
  ["organisation-words.txt", F.ORG_SUFFIX],
  ["street-words.txt", F.STREET],
  ["role-words.txt", F.ROLE],
];

function addLists(writer: LexiconWriter, particles: ReadonlySet<string>): void {
  for (const [file, flag] of LISTS) for (const word of wordsOf(file)) writer.exactly(word, flag);
  for (const word of particles) writer.exactly(word, F.PARTICLE);
}

function addTerms(writer: LexiconWriter, language: Language, sources: LexiconSources): void {
  for (const [section, terms] of termsOf(`terms.${language}.txt`)) {
    const flag = flagOfSection(section);
    if (flag !== 0) for (const term of terms) writer.exactly(term, flag);
  }
  for (const name of sources.companies) writer.exactly(name, F.COMPANY);
  for (const word of sources.nationalities) writer.exactly(word, F.NATIONALITY);
}

function flagOfSection(section: string): number {
  if (/compan|media|organisations/u.test(section)) return F.COMPANY;
  return /anatomy|diseases|examinations|drugs|clinical|medicine|tests|computing|products/u.test(
    section,
  )
    ? F.TERM
    : 0;
}

function isGivenName(lexicon: Lexicon, word: string): boolean {
  return (lexicon.flagsOf(hashLower(word)) & F.FIRST) !== 0;
}
