import type { Finding } from "./finding.ts";
import { nameClarities } from "./gazetteers/gazetteer.ts";
import { isNoName } from "./gazetteers/no-names.ts";
import { endOfWord, LETTERS_AND_NUMBERS, startOfWord } from "./phonetics/name-words.ts";
import { findBehindEscapes } from "./view/find-through-view.ts";

/** Names that are persons' in this request, each of one to five words. */
export interface KnownPersons {
  readonly names: ReadonlySet<string>;
  /** Those of them that are surnames in no list: an article says that they are nouns after all. */
  readonly unlisted: ReadonlySet<string>;
  /** The first word of each: where none of these stands nothing needs to be looked up. */
  readonly beginnings: ReadonlySet<string>;
  /** A bit for what `shapeOf` says of each of the beginnings: most words have another shape, and are not looked up. */
  readonly shapes: readonly number[];
}

const NAME = /^\p{Lu}/u;
const IDENTIFIER = /(?<!^Mc|^Mac|^De|^Di|^La|^Le)(?<=\p{Ll})\p{Lu}/u;
/** Also behind a particle: "al-Harbi". */
const PARTICLE = /^\p{Ll}{1,3}['’-]/u;
const NOUN = /(?:ung|ing|heit|keit|schaft|tion|tät|ment|ness|ship)$/i;
const ARTICLE =
  /(?:^|[^\p{L}])(?:de[rnms]|die|das|(?:ein|kein|[mds]ein|ihr|unser|dies|jed)(?:e[rnms]?)?|i[mn]s?|am|zu[mr]|vo[mn]|beim|the|an?|this|that|these|those|my|your|our|their)\s{1,2}$/iu;
const ARTICLE_LENGTH = 9;
const SHORTEST_UNLISTED = 4;
/** In words, and in code units. */
const LONGEST = 5;
const LONGEST_NAME = 200;
const SHAPES = 1_024;
const RECOGNIZER = "person-repeat";

/**
 * What to look for in the rest of the request when these persons were found: their names as they were
 * written, and of a name of several words the first and the last, where they are no everyday words. A surname
 * of the surest persons need not be in a list of names.
 */
export function knownPersons(
  personsOfFields: readonly (readonly string[])[],
  surestOfFields = personsOfFields,
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
  const shapes = new Array<number>(names.size === 0 ? 0 : SHAPES / 32).fill(0);
  const beginnings = new Set(Array.from(names, firstWord));
  for (const word of beginnings) {
    const shape = shapeOf(word, 0, word.length);
    shapes[shape >> 5] = (shapes[shape >> 5] ?? 0) | (1 << (shape & 31));
  }
  return { names, unlisted, beginnings, shapes };
}

/** What a person is looked for by. */
function namesOf(person: string): readonly string[] {
  const words = wordsOf(person);
  const alone = words.length === 1;
  const ends = alone ? words : [...words.slice(0, 1), ...words.slice(-1)];
  const distinct = ends.filter((word) => isDistinct(word, alone));
  return words.length > 1 && words.length <= LONGEST ? [person, ...distinct] : distinct;
}

/** The last word of a name of several, where no list has it. */
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

/** Every place where one of the names stands as whole words. Linear: at each word a few look-ups. */
export function findRepeats(text: string, known: KnownPersons): readonly Finding[] {
  if (known.names.size === 0) return [];
  return findBehindEscapes(text, (seen) => repeatsIn(seen, known));
}

function repeatsIn(text: string, known: KnownPersons): readonly Finding[] {
  const findings: Finding[] = [];
  for (let start = nextWord(text, 0); start !== -1; ) {
    const end = wordEnd(text, start);
    if (mayBegin(text, start, end, known)) {
      const nameEnd = endOfName(text, start, end, known.names);
      if (nameEnd !== -1 && !isNoun(text, start, nameEnd, known))
        findings.push({
          start,
          end: nameEnd,
          type: "PERSON",
          confidence: 0.7,
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

function isNoun(text: string, start: number, end: number, { unlisted }: KnownPersons): boolean {
  return (
    unlisted.has(text.slice(start, end)) &&
    ARTICLE.test(text.slice(Math.max(0, start - ARTICLE_LENGTH), start))
  );
}

/** Where the longest name ends that begins at `start`, where the first word ends at `end`; -1: none. */
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

/** A number that two words rarely share. */
function shapeOf(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  const last = text.charCodeAt(end - 1);
  return (first * 5 + last * 37 + (end - start) * 331) & (SHAPES - 1);
}

function nextWord(text: string, from: number): number {
  return startOfWord(text, from, LETTERS_AND_NUMBERS);
}

function wordEnd(text: string, start: number): number {
  return endOfWord(text, start, LETTERS_AND_NUMBERS);
}

/**
 * A word that stood alone as a name need only be written as one, and not be a word that is known to be something
 * else too: a mistake about an identifier of a program would be made again wherever it stands.
 */
function isDistinct(word: string, alone: boolean): boolean {
  if (word.length < 3) return false;
  const clarities = nameClarities(word);
  if (clarities.includes("ambiguous")) return false;
  return (alone && NAME.test(word) && !IDENTIFIER.test(word)) || clarities.includes("clear");
}
