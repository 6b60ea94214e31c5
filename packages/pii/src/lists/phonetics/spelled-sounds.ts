import type { Language } from "@veil/contracts/sanitiser";
import { LONGEST, PLAIN, plain } from "./sound-codes.ts";

/*
 * A rough phonetic spelling that keeps what the phonetic codes drop. It is enough to distinguish
 * names, but not to pronounce them.
 */

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** Returns the word in lower case, with "ue" for "ü" as in "Mueller", and without other accents. */
export function spelledOut(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower.slice(0, LONGEST);
  return plain(lower.normalize("NFC").replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));
}

const FIRST: Readonly<Record<string, (next: string) => string>> = {
  f: () => "f",
  v: () => "f",
  p: (next) => (next === "h" ? "f" : "p"),
  s: (next) => ("pth".includes(next) ? "x" : "s"),
  c: (next) => ("eiy".includes(next) ? "s" : "k"),
  k: (next) => (next === "n" ? "n" : "k"),
  g: (next) => (next === "n" ? "n" : "g"),
  q: () => "k",
  w: (next) => (next === "r" ? "r" : "w"),
};
const AS_WRITTEN = "bdhjlmnrtz";

const ALPHABET = "-abcdefghijklmnopqrstuvwxyz";
const [C, H, S, X] = [3, 8, 19, 24];
const FIRST_SOUNDS = new Uint8Array(32 * 32);
for (const [letter, first] of [...ALPHABET].entries())
  for (const [after, next] of [...ALPHABET].entries()) {
    const sound = AS_WRITTEN.includes(first) ? first : (FIRST[first]?.(next) ?? "");
    FIRST_SOUNDS[letter * 32 + after] = ALPHABET.indexOf(sound);
  }

const [OTHER, SINGLE_M, SINGLE_N, CH, SH] = [0, 1, 2, 3, 4];
const INSIDE = new Uint8Array(128);
for (const [letters, sound] of [
  ["mM", SINGLE_M],
  ["nN", SINGLE_N],
  ["cC", CH],
  ["sS", SH],
] as const)
  for (const letter of letters) INSIDE[letter.charCodeAt(0)] = sound;

/**
 * Returns the initial sound and the merged inner sounds as a number, unique for up to eleven
 * sounds. `start` and `end` select a word in a text.
 */
export function consonants(text: string, start = 0, end = text.length): number {
  let inside = 0;
  let last = OTHER;
  for (let at = start + 1; at < end; at += 1) {
    const sound = soundInside(text, at, end);
    const isLong = sound >= CH;
    if (isLong || (sound !== OTHER && sound !== last)) inside = Math.imul(inside, 5) + sound;
    if (isLong) at += sound === SH && letterAt(text, at + 1, end) === C ? 2 : 1;
    last = sound;
  }
  return (inside << 5) | firstSound(text, start, end);
}

/**
 * Returns whether `consonants` returns the same for the word in the text and for its spelled-out
 * form.
 */
export function isSpelledOut(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST / 2) return false;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80 && !SPELLED_WITH_VOWELS.includes(text.charAt(at))) return false;
  }
  return true;
}

const SPELLED_WITH_VOWELS = "äöüÄÖÜ";

function firstSound(text: string, start: number, end: number): number {
  const first = letterAt(text, start, end);
  const next = letterAt(text, start + 1, end);
  if (first === S && next === C && letterAt(text, start + 2, end) === H) return X;
  return FIRST_SOUNDS[first * 32 + next] ?? 0;
}

function soundInside(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  const sound = unit < 0x80 ? (INSIDE[unit] ?? OTHER) : OTHER;
  if (sound < CH) return sound;
  const next = letterAt(text, at + 1, end);
  if (next === H) return sound;
  return sound === SH && next === C && letterAt(text, at + 2, end) === H ? SH : OTHER;
}

function letterAt(text: string, at: number, end: number): number {
  const lower = at < end ? text.charCodeAt(at) | 0x20 : 0;
  return lower > 0x60 && lower <= 0x7a ? lower - 0x60 : 0;
}

const GROUPS =
  "aeu ieh oeh ueh eu oi oy ai ay aj ei ey ej au aw ow ou ie ih ee eh ea ae oe ew ue aa ah oo oh uh uu".split(
    " ",
  );

const SOUNDS: Readonly<Record<string, string>> = {
  aeu: "oi",
  eu: "oi",
  oy: "oi",
  ay: "ai",
  aj: "ai",
  ei: "ai",
  ey: "ai",
  ej: "ai",
  aw: "au",
  ow: "au",
  ou: "au",
  ieh: "i",
  ie: "i",
  ih: "i",
  y: "i",
  ee: "e",
  eh: "e",
  ea: "e",
  ae: "e",
  oeh: "oe",
  ueh: "ue",
  aa: "a",
  ah: "a",
  oo: "o",
  oh: "o",
  uh: "u",
  uu: "u",
};

const ENGLISH: Readonly<Record<string, string>> = { ei: "e", ea: "e", ew: "u", ue: "u", eu: "u" };

const VOWELS = "aeiouy";
const DISTINCT_SOUNDS = new Set([...VOWELS, ...GROUPS].map((group) => SOUNDS[group] ?? group));
const VOWEL_LENGTHS = tableOf((group) => group.length);
const VOWEL_SOUNDS: Readonly<Record<Language, Uint8Array>> = {
  de: tableOf((group) => numberOf(SOUNDS[group] ?? group)),
  en: tableOf((group) => numberOf(ENGLISH[group] ?? SOUNDS[group] ?? group)),
};
const BASE = 17;

/**
 * Returns the vowels of a spelled-out word as a number, unique for up to seven vowels. An
 * unstressed ending in English has little effect.
 */
export function vowels(spelled: string, language: Language): number {
  const ended = language === "en" ? englishEnding(spelled) : spelled;
  // Mayr and Baur sound like Mayer and Bauer.
  const full = hasLongR(ended) ? ended.replace(/([ae][iyu])r(?![aeiouy])/g, "$1er") : ended;
  const said = VOWEL_SOUNDS[language];
  let sounds = 0;
  for (let at = 0; at < full.length; ) {
    const letters = lettersAt(full, at);
    const length = VOWEL_LENGTHS[letters] ?? 0;
    if (length > 0) sounds = (Math.imul(sounds, BASE) + (said[letters] ?? 0)) | 0;
    at += length || 1;
  }
  return sounds;
}

function lettersAt(text: string, at: number): number {
  const end = text.length;
  return (
    (letterAt(text, at, end) << 10) |
    (letterAt(text, at + 1, end) << 5) |
    letterAt(text, at + 2, end)
  );
}

function tableOf(entry: (group: string) => number): Uint8Array {
  const table = new Uint8Array(2 ** 15);
  const groups = [...VOWELS, ...GROUPS].sort((a, b) => a.length - b.length);
  for (const group of groups) {
    const first = lettersAt(group, 0);
    table.fill(entry(group), first, first + 2 ** (5 * (3 - group.length)));
  }
  return table;
}

function numberOf(sound: string): number {
  return [...DISTINCT_SOUNDS].indexOf(sound) + 1;
}

function hasLongR(word: string): boolean {
  for (let at = word.indexOf("r", 2); at !== -1; at = word.indexOf("r", at + 1))
    if ("iyu".includes(word.charAt(at - 1))) return true;
  return false;
}

const UNSTRESSED = /[aeo][lnr]+$/;

/**
 * Unifies endings that sound the same: Clarke becomes Clark, Kellie and Kelley become Kelly, Allan
 * becomes Allen.
 */
function englishEnding(spelled: string): string {
  const s = spelled.endsWith("s") ? "s" : "";
  let word = s === "" ? spelled : spelled.slice(0, -1);
  const last = word.charAt(word.length - 1);
  if (last === "e" && word.length > 1 && !VOWELS.includes(word.charAt(word.length - 2)))
    word = word.slice(0, -1);
  else if ("eyi".includes(last)) word = word.replace(/(?:ey|ie|ay|i)$/, "y");
  if ("lnr".includes(last) && UNSTRESSED.test(word))
    word = word.replace(/([aeiouy].*[^aeiouy])[aeo]([lnr]+)$/, "$1e$2");
  return word + s;
}
