import type { Finding } from "./finding.ts";
import { nameClarities } from "./gazetteers/gazetteer.ts";
import { endOfWord, LETTERS_AND_NUMBERS, startOfWord } from "./phonetics/name-words.ts";

/** Names that are persons' in this request, each of one to five words. */
export interface KnownPersons {
  readonly names: ReadonlySet<string>;
  /** The first word of each: where none of these stands nothing needs to be looked up. */
  readonly beginnings: ReadonlySet<string>;
  /** What `shapeOf` says of each of the beginnings: most words have another shape, and are not looked up. */
  readonly shapes: Uint8Array;
}

const NAME = /^\p{Lu}/u;
const IDENTIFIER = /(?<!^Mc|^Mac|^De|^Di|^La|^Le)(?<=\p{Ll})\p{Lu}/u;
/** In words, and in code units. */
const LONGEST = 5;
const LONGEST_NAME = 200;
const SHAPES = 1_024;
const RECOGNIZER = "person-repeat";

/**
 * What to look for in the rest of the request when these persons were found: their names as they were
 * written, and of a name of several words the first and the last, where they are no everyday words.
 */
export function knownPersons(personsOfFields: readonly (readonly string[])[]): KnownPersons {
  const names = new Set<string>();
  for (const person of new Set(personsOfFields.flat()))
    for (const name of namesOf(person)) names.add(name);
  const shapes = new Uint8Array(names.size === 0 ? 0 : SHAPES);
  const beginnings = new Set(Array.from(names, firstWord));
  for (const word of beginnings) shapes[shapeOf(word, 0, word.length)] = 1;
  return { names, beginnings, shapes };
}

/** What a person is looked for by. */
function namesOf(person: string): readonly string[] {
  const words = wordsOf(person);
  const alone = words.length === 1;
  const ends = alone ? words : [...words.slice(0, 1), ...words.slice(-1)];
  const distinct = ends.filter((word) => isDistinct(word, alone));
  return words.length > 1 && words.length <= LONGEST ? [person, ...distinct] : distinct;
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
  const findings: Finding[] = [];
  if (known.names.size === 0) return findings;
  for (let start = nextWord(text, 0); start !== -1; ) {
    const end = wordEnd(text, start);
    if (mayBegin(text, start, end, known)) {
      const nameEnd = endOfName(text, start, end, known.names);
      if (nameEnd !== -1)
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
  return (
    shapes[shapeOf(text, start, end)] === 1 &&
    text.charAt(start - 1) !== "_" &&
    beginnings.has(text.slice(start, end))
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
