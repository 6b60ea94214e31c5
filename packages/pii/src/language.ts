import type { Language } from "@veil/contracts/sanitiser";
import { KINDS, LETTER, LOWERED } from "./ner/character-tables.ts";
import { HASH_SEED, hashLower, hashStep } from "./ner/hashes.ts";

const SAMPLE = 4_000;

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
const UMLAUTS = new Set(Array.from("äöüß", (letter) => letter.charCodeAt(0)));
const UMLAUT_WEIGHT = 0.5;

/** Detects a text's language from its common words and umlauts in the first 4 000 code units; "en" by default. */
export function detectLanguage(text: string): Language {
  return germannessOf(text, 0, Math.min(text.length, SAMPLE)) > 0 ? "de" : "en";
}

export function germannessOf(text: string, start: number, end: number): number {
  let score = 0;
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (KINDS[unit] === LETTER) {
      const lower = LOWERED[unit] ?? 0;
      hash = hashStep(hash, lower);
      if (UMLAUTS.has(lower)) score += UMLAUT_WEIGHT;
    } else if (hash !== HASH_SEED) {
      score += germanness(hash);
      hash = HASH_SEED;
    }
  }
  return score + germanness(hash);
}

function germanness(hash: number): number {
  return (GERMAN.has(hash) ? 1 : 0) - (ENGLISH.has(hash) ? 1 : 0);
}

function hashes(words: string): ReadonlySet<number> {
  return new Set(words.split(/\s+/).map((word) => hashLower(word)));
}
