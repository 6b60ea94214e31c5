import type { Finding, Span } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isNoName } from "../../gazetteers/no-names.ts";
import { createCoverage } from "../../overlap.ts";
import { findBehindEscapes } from "../../view/find-through-view.ts";
import { createNameMemory } from "./name-memory.ts";
import { endOfWord, isCapitalAt, LETTERS, startOfWord } from "./name-words.ts";
import { endBeforePossessive } from "./possessives.ts";
import { createSoundIndex, type SoundIndex } from "./sound-index.ts";
import { consonants, isSpelledOut, spelledOut } from "./spelled-sounds.ts";
import { isInitial } from "./written-name.ts";

export interface KnownSounds {
  readonly sounds: SoundIndex;
  readonly surnames: ReadonlySet<string>;
  readonly givens: ReadonlySet<string>;
}

const { max } = Math;

const SHORTEST = 4;
const CONFIDENCE = 0.6;
/**
 * The maximum number of distinct words per text, because computing the sounds of a word takes
 * microseconds.
 */
const MAX_WORDS = 20_000;
const MAX_SURNAMES = 5_000;

/** @param persons - names as written */
export function knownSounds(
  persons: readonly string[],
  { read, sound } = createNameMemory(),
): KnownSounds {
  const surnames = new Set<string>();
  const givens = new Set<string>();
  for (const person of new Set(persons)) {
    const name = read(person);
    if (name.surname.length >= SHORTEST) surnames.add(name.surname);
    for (const given of name.givens) if (!isInitial(given)) givens.add(given);
  }
  const sounds = [...surnames].slice(0, MAX_SURNAMES).flatMap((surname) => sound(surname) ?? []);
  return { sounds: createSoundIndex(sounds), surnames, givens };
}

/**
 * Finds variants of known names: for Hans Meyer, Maier and Hans Mayr, but not Meer. It skips words
 * that are known not to be names, and words that a finding in `found` covers, as in
 * `createCoverage`.
 */
export function findVariants(
  text: string,
  known: KnownSounds,
  found: readonly Finding[] = [],
): readonly Finding[] {
  if (known.surnames.size === 0) return [];
  return findBehindEscapes(text, (seen) => variantsIn(seen, known, seen === text ? found : []));
}

function variantsIn(
  text: string,
  known: KnownSounds,
  found: readonly Finding[],
): readonly Finding[] {
  const search = { known, judged: new Map<string, boolean>(), isCovered: createCoverage(found) };
  const findings: Finding[] = [];
  let before = -1;
  for (let start = startOfWord(text, 0, LETTERS); start !== -1; ) {
    const end = endBeforePossessive(text, start, endOfWord(text, start, LETTERS));
    if (mayBeVariant(text, start, end, known)) {
      const variant = variantAt(text, { before, start, end }, search);
      if (variant !== undefined) findings.push(variant);
    }
    before = start;
    start = startOfWord(text, end, LETTERS);
  }
  return findings;
}

interface Search {
  readonly known: KnownSounds;
  /** Whether each word seen so far is a variant. */
  readonly judged: Map<string, boolean>;
  readonly isCovered: ReturnType<typeof createCoverage>;
}

/** Returns the variant that ends with a word. `before` is where the previous word begins, or -1. */
function variantAt(
  text: string,
  { before, start, end }: Span & { readonly before: number },
  { known, judged, isCovered }: Search,
): Finding | undefined {
  if (isCovered(max(before, 0), end, CONFIDENCE)) return undefined;
  const isWordCovered = isCovered(start, end, CONFIDENCE);
  if (isWordCovered && !isGiven(text, before, start, known)) return undefined;
  if (!isVariant(text.slice(start, end), known, judged)) return undefined;
  const first = isGiven(text, before, start, known) ? before : start;
  return {
    start: first,
    end,
    type: "PERSON",
    confidence: CONFIDENCE,
    recognizer: "person-variant",
  };
}

function mayBeVariant(text: string, start: number, end: number, { sounds }: KnownSounds): boolean {
  if (end - start < SHORTEST || !isCapitalAt(text, start)) return false;
  return sounds.hasConsonants(
    isSpelledOut(text, start, end)
      ? consonants(text, start, end)
      : consonants(spelledOut(text.slice(start, end))),
  );
}

function isGiven(text: string, before: number, start: number, { givens }: KnownSounds): boolean {
  if (before === -1 || endOfWord(text, before, LETTERS) + 1 !== start) return false;
  return givens.has(
    text
      .slice(before, start - 1)
      .toLowerCase()
      .normalize("NFC"),
  );
}

function isVariant(word: string, known: KnownSounds, judged: Map<string, boolean>): boolean {
  const decided = judged.get(word);
  if (decided !== undefined) return decided;
  if (judged.size >= MAX_WORDS) return false;
  const variant = soundsKnown(word, known);
  judged.set(word, variant);
  return variant;
}

function soundsKnown(word: string, { sounds, surnames }: KnownSounds): boolean {
  const name = word.toLowerCase().normalize("NFC");
  const forms = name.endsWith("s") && name.length > SHORTEST ? [name, name.slice(0, -1)] : [name];
  if (forms.some((form) => surnames.has(form)) || isOtherWord(word)) return false;
  return forms.some((form) => sounds.hasVariant(form));
}

function isOtherWord(word: string): boolean {
  return isNoName(word) || nameClarities(word).includes("ambiguous");
}
