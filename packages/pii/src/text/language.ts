import type { Language } from "@veil/contracts/sanitiser";
import { createHashTable, keyOf } from "./hash-table.ts";
import { hashLower } from "./hashes.ts";
import { readWords, type Words } from "./words.ts";

const SAMPLE = 4_000;
/** The length of the longest word; longer words are in neither language. */
const LONGEST_WORD = 100;

const GERMAN = hashes(
  `der die das und ist nicht ich wir sie ein eine mit von zu auf für dem den im bei nach wurde werden sind auch
  sich des einer einem wie oder über aus vom zur zum hat haben sehr bitte herr herrn frau mein meine ihr ihre dass
  wenn als es uns dein deine du ja nein noch schon aber dann nur hier wird bin bist habe kann können mir dir dich
  euch ihm ihn diese dieser dieses wer wo wann heute morgen gestern kommt kommst straße str geboren geb telefon kunde
  geehrte geehrter liebe lieber hallo viele grüßen grüße gruß danke lg mfg vorname nachname geburtsdatum anschrift
  teilnehmer patientin unterzeichner gez betreff datum ort strasse`,
);
const ENGLISH = hashes(
  `the and is not you we they a an with of to on for at by from were are also his her their have has had this
  that it i my please dear mr mrs be will or as street born phone customer hello thanks regards your our he she
  but if then can could would do does did yes what who where when today tomorrow yesterday cc all first last`,
);
const UMLAUT_WEIGHT = 0.5;
const LANGUAGES = createHashTable([
  ...Array.from(GERMAN, (hash) => [hash, 1] as const),
  ...Array.from(ENGLISH, (hash) => [hash, -1] as const),
]);

/**
 * Detects a text's language from the common words and umlauts of the words that begin in its first
 * 4 000 code units; "en" by default.
 */
export function detectLanguage(text: string): Language {
  return languageOf(readWords(text.slice(0, SAMPLE + LONGEST_WORD)));
}

/** Detects the language from all words of a text, or from the words at its beginning. */
export function languageOf(words: Words): Language {
  return createGermanness(words)(SAMPLE) > 0 ? "de" : "en";
}

/**
 * Returns a function that scores the words which begin before `end`, but not before the `end` of
 * the previous call. A positive score means German.
 */
export function createGermanness(words: Words): (end: number) => number {
  let word = 0;
  return (end) => {
    let score = 0;
    for (; word < words.count && (words.starts[word] ?? end) < end; word += 1)
      score += germanness(words.hashes[word] ?? 0) + (words.umlauts[word] ?? 0) * UMLAUT_WEIGHT;
    return score;
  };
}

/**
 * Returns 1 for a German word and -1 for an English one. A word of both languages counts for
 * neither.
 */
function germanness(hash: number): number {
  const { mask, hashes, values } = LANGUAGES;
  const key = keyOf(hash);
  let score = 0;
  for (let slot = key & mask; hashes[slot] !== 0; slot = (slot + 1) & mask)
    if (hashes[slot] === key) score += values[slot] ?? 0;
  return score;
}

function hashes(words: string): ReadonlySet<number> {
  return new Set(words.split(/\s+/).map((word) => hashLower(word)));
}
