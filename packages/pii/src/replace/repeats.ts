import type { Finding } from "../finding.ts";
import { nameClarities } from "../gazetteers/gazetteer.ts";
import { isNoName } from "../gazetteers/no-names.ts";
import { isNamesake } from "../gazetteers/things.ts";
import { endOfWord, LETTERS_AND_NUMBERS, startOfWord } from "../lists/phonetics/name-words.ts";
import { endBeforePossessive } from "../lists/phonetics/possessives.ts";
import { isEponym } from "../names/things/eponyms.ts";
import { createCoverage } from "../overlap.ts";
import { endPattern } from "../text/end-pattern.ts";
import { findBehindEscapes } from "../view/find-through-view.ts";

export interface KnownPersons {
  readonly names: ReadonlySet<string>;
  /** Surnames in `names` that no list has. After an article, such a word is a noun. */
  readonly unlisted: ReadonlySet<string>;
  /**
   * Surnames of titled persons that are also words. They are nouns after an article, and unclear at
   * the start of a sentence.
   */
  readonly titled: ReadonlySet<string>;
  readonly beginnings: ReadonlySet<string>;
  /**
   * A filter for `beginnings` by `shapeOf`, similar to a Bloom filter: it excludes most words
   * without a look-up.
   */
  readonly shapes: readonly number[];
}

const NAME = /^\p{Lu}/u;
const IDENTIFIER = /(?<!^Mc|^Mac|^De|^Di|^La|^Le)(?<=\p{Ll})\p{Lu}/u;
/** Matches a particle before a name, as in "al-Harbi". */
const PARTICLE = /^\p{Ll}{1,3}['’-]/u;
const NOUN = endPattern(/(?:ung|ing|heit|keit|schaft|tion|tät|ment|ness|ship)$/i);
const ARTICLE = endPattern(
  /(?:^|[^\p{L}])(?:de[rnms]|die|das|(?:ein|kein|[mds]ein|ihr|unser|dies|jed)(?:e[rnms]?)?|i[mn]s?|am|zu[mr]|vo[mn]|beim|the|an?|this|that|these|those|my|your|our|their)\s{1,2}$/iu,
);
const ARTICLE_LENGTH = 9;
/** Matches words that do not precede a name, and the start of a sentence. */
const NO_NAME_BEFORE = endPattern(
  /(?:(?:^|[^\p{L}])(?:als|wie|kein|pro|jeden?|alle|viele|as|per|every|no)\s{1,2}|(?:^|[.!?:…\n]["'“”„»«)]?)\s*["'“”„»«(*-]?)$/iu,
);
const SHORTEST_UNLISTED = 4;
const LONGEST = 5;
const LONGEST_NAME = 200;
const SHAPES = 1_024;
const RECOGNIZER = "person-repeat";
const CONFIDENCE = 0.7;

/**
 * Returns the names, and the first and last words of names unless they are everyday words. Surnames
 * of the persons in `surestOfFields` may be in no list, and surnames in `titledOfFields` may be
 * everyday words.
 */
export function knownPersons(
  personsOfFields: readonly (readonly string[])[],
  surestOfFields = personsOfFields,
  titledOfFields: readonly (readonly string[])[] = [],
): KnownPersons {
  const names = new Set<string>();
  const unlisted = new Set<string>();
  for (const person of new Set(personsOfFields.flat())) {
    for (const name of namesOf(person)) names.add(name);
  }
  for (const person of new Set(surestOfFields.flat())) {
    const surname = unlistedSurname(person);
    if (surname !== undefined) unlisted.add(surname);
  }
  for (const name of names) unlisted.delete(name);
  for (const name of unlisted) names.add(name);
  const titled = new Set(
    titledOfFields.flat().filter((name) => !names.has(name) && !isNoName(name)),
  );
  for (const name of titled) names.add(name);
  const shapes = new Array<number>(names.size === 0 ? 0 : SHAPES / 32).fill(0);
  const beginnings = new Set(Array.from(names, firstWord));
  for (const word of beginnings) {
    const shape = shapeOf(word, 0, word.length);
    shapes[shape >> 5] = (shapes[shape >> 5] ?? 0) | (1 << (shape & 31));
  }
  return { names, unlisted, titled, beginnings, shapes };
}

function namesOf(person: string): readonly string[] {
  const words = wordsOf(person);
  const isOnlyWord = words.length === 1;
  const ends = isOnlyWord ? words : [...words.slice(0, 1), ...words.slice(-1)];
  const distinct = ends.filter((word) => isDistinct(word, isOnlyWord));
  return words.length > 1 && words.length <= LONGEST ? [person, ...distinct] : distinct;
}

function unlistedSurname(person: string): string | undefined {
  const words = person.includes(",") ? [] : wordsOf(person);
  const written = words.at(-1) ?? "";
  const surname = written.replace(PARTICLE, "");
  if (words.length < 2 || surname.length < SHORTEST_UNLISTED) return undefined;
  if (!NAME.test(surname) || IDENTIFIER.test(surname) || NOUN.test(surname)) return undefined;
  const isUnknown = nameClarities(surname).every((clarity) => clarity === "unknown");
  return isUnknown && !isNoName(surname) ? written : undefined;
}

function wordsOf(name: string): string[] {
  const words: string[] = [];
  let end = 0;
  for (;;) {
    const start = nextWord(name, end);
    if (start === -1) return words;
    end = wordEnd(name, start);
    words.push(name.slice(start, end));
  }
}

function firstWord(name: string): string {
  const start = Math.max(0, nextWord(name, 0));
  return name.slice(start, wordEnd(name, start));
}

/**
 * Finds the names as whole words, except where a finding of `found` covers them, as in
 * `createCoverage`. Linear, with a few look-ups per word.
 */
export function findRepeats(
  text: string,
  known: KnownPersons,
  found: readonly Finding[] = [],
): readonly Finding[] {
  if (known.names.size === 0) return [];
  return findBehindEscapes(text, (seen) => repeatsIn(seen, known, seen === text ? found : []));
}

function repeatsIn(
  text: string,
  known: KnownPersons,
  found: readonly Finding[],
): readonly Finding[] {
  const isCovered = createCoverage(found);
  const findings: Finding[] = [];
  for (let start = nextWord(text, 0); start !== -1; ) {
    const end = wordEnd(text, start);
    if (mayBegin(text, start, end, known)) {
      const nameEnd = endOfName(text, start, end, known.names);
      if (
        nameEnd !== -1 &&
        !isCovered(start, nameEnd, CONFIDENCE) &&
        !isNoun(text, start, nameEnd, known) &&
        !isNamedAfter(text, start, nameEnd)
      )
        findings.push({
          start,
          end: nameEnd,
          type: "PERSON",
          confidence: CONFIDENCE,
          recognizer: RECOGNIZER,
        });
    }
    start = nextWord(text, end);
  }
  return findings;
}

function mayBegin(
  text: string,
  start: number,
  end: number,
  { beginnings, shapes }: KnownPersons,
): boolean {
  const shape = shapeOf(text, start, end);
  return (
    ((shapes[shape >> 5] ?? 0) & (1 << (shape & 31))) !== 0 &&
    text.charAt(start - 1) !== "_" &&
    beginnings.has(text.slice(start, end))
  );
}

function isNoun(
  text: string,
  start: number,
  end: number,
  { unlisted, titled }: KnownPersons,
): boolean {
  const name = text.slice(start, end);
  const isTitled = titled.has(name);
  if (!isTitled && !unlisted.has(name)) return false;
  const before = text.slice(Math.max(0, start - ARTICLE_LENGTH), start);
  return ARTICLE.test(before) || (isTitled && NO_NAME_BEFORE.test(before));
}

/**
 * Returns whether a thing has the name: "the Wallace line" does not mention Alfred Wallace again.
 */
function isNamedAfter(text: string, start: number, end: number): boolean {
  const isListed = isNamesake(text.slice(start, end));
  return isEponym(
    text,
    { start, end },
    {
      isListed,
      isEnglish: false,
      isUnknown: false,
      mayFollowPhrase: true,
    },
  );
}

function endOfName(text: string, start: number, end: number, names: ReadonlySet<string>): number {
  let found = -1;
  let wordsEnd = end;
  for (let count = 1; count <= LONGEST && wordsEnd - start <= LONGEST_NAME; count += 1) {
    if (text.charAt(wordsEnd) !== "_" && names.has(text.slice(start, wordsEnd))) found = wordsEnd;
    const next = nextWord(text, wordsEnd);
    if (next === -1 || next - start > LONGEST_NAME) break;
    wordsEnd = wordEnd(text, next);
  }
  return found;
}

function shapeOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  const last = text.charCodeAt(end - 1);
  return (first * 5 + last * 37 + (end - start) * 331) & (SHAPES - 1);
}

function nextWord(text: string, from: number): number {
  return startOfWord(text, from, LETTERS_AND_NUMBERS);
}

function wordEnd(text: string, start: number): number {
  return endBeforePossessive(text, start, endOfWord(text, start, LETTERS_AND_NUMBERS));
}

/**
 * Returns whether a word may be searched for on its own. An ambiguous word may not, because a wrong
 * guess about an identifier would repeat everywhere.
 */
function isDistinct(word: string, isOnlyWord: boolean): boolean {
  if (word.length < 3) return false;
  const clarities = nameClarities(word);
  if (clarities.includes("ambiguous")) return false;
  return (isOnlyWord && NAME.test(word) && !IDENTIFIER.test(word)) || clarities.includes("clear");
}
