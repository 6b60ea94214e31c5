import type { Finding } from "../finding.ts";
import { familyName, givenName } from "../gazetteers/gazetteer.ts";
import { isNoName } from "../gazetteers/no-names.ts";
import { soundsOf, spelledKeys } from "./sounds-like.ts";
import { spelledOut } from "./spelled-sounds.ts";
import { isInitial, readWrittenName } from "./written-name.ts";

/** What the surnames of the persons of a request sound like. */
export interface KnownSounds {
  readonly keys: ReadonlySet<string>;
  /** `spelledKeys` of each. */
  readonly spelled: ReadonlySet<string>;
  readonly surnames: ReadonlySet<string>;
  readonly givens: ReadonlySet<string>;
  /** The letters that a variant can begin with: most words need no more than a look at theirs. */
  readonly beginnings: ReadonlySet<string>;
}

const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu;
const CAPITAL = /^\p{Lu}/u;
const SHORTEST = 4;
/** More different words of a text are not sounded out: each takes microseconds. */
const MOST_WORDS = 20_000;
const MOST_SURNAMES = 5_000;

/** Letters that one sound at the beginning of a name is written with. */
const ALIKE = ["fvp", "kcqg", "sc", "nkg", "rw", "aeiouy", "ijy"];

/** @param persons - names as they were written */
export function knownSounds(persons: readonly string[]): KnownSounds {
  const names = persons.map(readWrittenName);
  const surnames = new Set(
    names.map(({ surname }) => surname).filter((surname) => surname.length >= SHORTEST),
  );
  const sounded = [...surnames].slice(0, MOST_SURNAMES);
  const givens = names.flatMap(({ givens: all }) => all.filter((given) => !isInitial(given)));
  const first = new Set(sounded.map((surname) => spelledOut(surname).charAt(0)));
  const alike = ALIKE.filter((letters) => [...letters].some((letter) => first.has(letter)));
  return {
    keys: new Set(sounded.flatMap((surname) => soundsOf(surname))),
    spelled: new Set(sounded.flatMap(spelledKeys)),
    surnames,
    givens: new Set(givens),
    beginnings: new Set([...first, ...alike.join("")]),
  };
}

/**
 * Spelling variants of surnames that were found, with the given name in front where it is one of theirs: of
 * Hans Meyer also Maier and Hans Mayr, in the genitive too. Not Meer and not Mauer, and no word that is known
 * to be something else than a name.
 */
export function findVariants(text: string, known: KnownSounds): readonly Finding[] {
  if (known.keys.size === 0) return [];
  const judged = new Map<string, boolean>();
  const findings: Finding[] = [];
  let before: { readonly word: string; readonly start: number; readonly end: number } | undefined;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const place = { word, start: index, end: index + word.length };
    if (CAPITAL.test(word) && word.length >= SHORTEST && isVariant(word, known, judged)) {
      const joined =
        before !== undefined && before.end + 1 === index && isGiven(before.word, known);
      const start = joined && before !== undefined ? before.start : index;
      findings.push({
        start,
        end: place.end,
        type: "PERSON",
        confidence: 0.6,
        recognizer: "person-variant",
      });
    }
    before = place;
  }
  return findings;
}

function isGiven(word: string, { givens }: KnownSounds): boolean {
  return givens.has(word.toLowerCase().normalize("NFC"));
}

function isVariant(word: string, known: KnownSounds, judged: Map<string, boolean>): boolean {
  const decided = judged.get(word);
  if (decided !== undefined) return decided;
  if (!known.beginnings.has(spelledOut(word.slice(0, 1)).charAt(0))) return false;
  if (judged.size >= MOST_WORDS) return false;
  const variant = soundsKnown(word, known) && isNoOtherWord(word);
  judged.set(word, variant);
  return variant;
}

function soundsKnown(word: string, { keys, spelled, surnames }: KnownSounds): boolean {
  const name = word.toLowerCase().normalize("NFC");
  const forms = name.endsWith("s") && name.length > SHORTEST ? [name, name.slice(0, -1)] : [name];
  return (
    !forms.some((form) => surnames.has(form)) &&
    forms.some((form) => soundsOf(form, (key) => spelled.has(key)).some((key) => keys.has(key)))
  );
}

function isNoOtherWord(word: string): boolean {
  return !isNoName(word) && ![givenName(word), familyName(word)].includes("ambiguous");
}
