import type { Finding, Span } from "../finding.ts";
import { nameClarities } from "../gazetteers/gazetteer.ts";
import { isNoName } from "../gazetteers/no-names.ts";
import { endOfWord, isCapitalAt, LETTERS, startOfWord } from "./name-words.ts";
import { createSoundIndex, type SoundIndex } from "./sound-index.ts";
import { spelledOut } from "./spelled-sounds.ts";
import { isInitial, readWrittenName } from "./written-name.ts";

/** What the surnames of the persons of a request sound like. */
export interface KnownSounds {
  readonly sounds: SoundIndex;
  readonly surnames: ReadonlySet<string>;
  readonly givens: ReadonlySet<string>;
  /** The letters that a variant can begin with: most words need no more than a look at theirs. */
  readonly beginnings: ReadonlySet<string>;
}

const SHORTEST = 4;
/** More different words of a text are not sounded out: each takes microseconds. */
const MOST_WORDS = 20_000;
const MOST_SURNAMES = 5_000;

/** Letters that one sound at the beginning of a name is written with. */
const ALIKE = ["fvp", "kcqg", "sc", "nkg", "rw", "aeiouy", "ijy"];

/** @param persons - names as they were written. @param read - `readWrittenName`, perhaps with a memory */
export function knownSounds(persons: readonly string[], read = readWrittenName): KnownSounds {
  const names = Array.from(new Set(persons), read);
  const surnames = new Set(
    names.map(({ surname }) => surname).filter((surname) => surname.length >= SHORTEST),
  );
  const sounded = [...surnames].slice(0, MOST_SURNAMES);
  const givens = names.flatMap(({ givens: all }) => all.filter((given) => !isInitial(given)));
  const first = new Set(sounded.map(firstLetter));
  const alike = ALIKE.filter((letters) => [...letters].some((letter) => first.has(letter)));
  return {
    sounds: createSoundIndex(sounded),
    surnames,
    givens: new Set(givens),
    beginnings: new Set([...first, ...alike.join("")]),
  };
}

function firstLetter(word: string): string {
  return spelledOut(word.slice(0, 2)).charAt(0);
}

/**
 * Spelling variants of surnames that were found, with the given name in front where it is one of theirs: of
 * Hans Meyer also Maier and Hans Mayr, in the genitive too. Not Meer and not Mauer, and no word that is known
 * to be something else than a name.
 */
export function findVariants(text: string, known: KnownSounds): readonly Finding[] {
  const findings: Finding[] = [];
  if (known.surnames.size === 0) return findings;
  const judged = new Map<string, boolean>();
  let before: Span | undefined;
  for (let start = startOfWord(text, 0, LETTERS); start !== -1; ) {
    const end = endOfWord(text, start, LETTERS);
    const place = { start, end };
    if (mayBeVariant(text, place, known) && isVariant(text.slice(start, end), known, judged))
      findings.push({
        start: before !== undefined && isGiven(text, before, start, known) ? before.start : start,
        end,
        type: "PERSON",
        confidence: 0.6,
        recognizer: "person-variant",
      });
    before = place;
    start = startOfWord(text, end, LETTERS);
  }
  return findings;
}

/** By its first letter and its length: most words need no more. */
function mayBeVariant(text: string, { start, end }: Span, { beginnings }: KnownSounds): boolean {
  if (end - start < SHORTEST || !isCapitalAt(text, start)) return false;
  const letter = text.charAt(start);
  return beginnings.has(letter < "\u0080" ? letter.toLowerCase() : spelledOut(letter).charAt(0));
}

/** Whether a given name stands right before the word at `start`. */
function isGiven(text: string, before: Span, start: number, { givens }: KnownSounds): boolean {
  const word = text.slice(before.start, before.end);
  return before.end + 1 === start && givens.has(word.toLowerCase().normalize("NFC"));
}

function isVariant(word: string, known: KnownSounds, judged: Map<string, boolean>): boolean {
  const decided = judged.get(word);
  if (decided !== undefined) return decided;
  if (judged.size >= MOST_WORDS) return false;
  const variant = soundsKnown(word, known) && isNoOtherWord(word);
  judged.set(word, variant);
  return variant;
}

function soundsKnown(word: string, { sounds, surnames }: KnownSounds): boolean {
  const name = word.toLowerCase().normalize("NFC");
  const forms = name.endsWith("s") && name.length > SHORTEST ? [name, name.slice(0, -1)] : [name];
  return !forms.some((form) => surnames.has(form)) && forms.some((form) => sounds.hasLike(form));
}

function isNoOtherWord(word: string): boolean {
  return !isNoName(word) && !nameClarities(word).includes("ambiguous");
}
