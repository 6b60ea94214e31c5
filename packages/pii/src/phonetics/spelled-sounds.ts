import type { Language } from "@veil/contracts/sanitiser";
import { LONGEST, PLAIN, plain } from "./sound-codes.ts";

/*
 * What phonetic codes drop, in a rough spelling of its own: enough to tell names apart, not to pronounce them.
 */

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** "Müller" and "Mueller" alike, other accents gone. */
export function spelledOut(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower.slice(0, LONGEST);
  return plain(lower.normalize("NFC").replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));
}

/** Sounds at the beginning that are written in several ways, or several that are written with one letter. */
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

/** A letter is its place in here. */
const ALPHABET = "-abcdefghijklmnopqrstuvwxyz";
const [C, H, M, N, S, X] = [3, 8, 13, 14, 19, 24];
/** For each letter and the next one. */
const FIRST_SOUNDS = new Uint8Array(32 * 32);
for (const [letter, first] of [...ALPHABET].entries())
  for (const [after, next] of [...ALPHABET].entries()) {
    const sound = AS_WRITTEN.includes(first) ? first : (FIRST[first]?.(next) ?? "");
    FIRST_SOUNDS[letter * 32 + after] = ALPHABET.indexOf(sound);
  }

/** Sounds inside a word that a code puts together with others, and all that codes tell apart. */
const [OTHER, SINGLE_M, SINGLE_N, CH, SH] = [0, 1, 2, 3, 4];

/**
 * Of a word spelled out: the sound at the beginning, then those inside that a code puts together with others, as a
 * number. Up to eleven of these make a number of their own. `start`, `end`: of a word inside a text, which may have
 * capital letters.
 */
export function consonants(text: string, start = 0, end = text.length): number {
  let inside = 0;
  let last = OTHER;
  for (let at = start + 1; at < end; at += 1) {
    const sound = soundInside(text, at, end);
    const isLong = sound === SH || sound === CH;
    if (isLong || (sound !== OTHER && sound !== last)) inside = Math.imul(inside, 5) + sound;
    // "sch" has three letters, "sh" and "ch" have two.
    if (isLong) at += sound === SH && letterAt(text, at + 1, end) === C ? 2 : 1;
    last = sound;
  }
  return (inside << 5) | firstSound(text, start, end);
}

function firstSound(text: string, start: number, end: number): number {
  const first = letterAt(text, start, end);
  const next = letterAt(text, start + 1, end);
  if (first === S && next === C && letterAt(text, start + 2, end) === H) return X;
  return FIRST_SOUNDS[first * 32 + next] ?? 0;
}

function soundInside(text: string, at: number, end: number): number {
  const letter = letterAt(text, at, end);
  if (letter === M) return SINGLE_M;
  if (letter === N) return SINGLE_N;
  if (letter !== C && letter !== S) return OTHER;
  const next = letterAt(text, at + 1, end);
  if (letter === C) return next === H ? CH : OTHER;
  return next === H || (next === C && letterAt(text, at + 2, end) === H) ? SH : OTHER;
}

/** 0 for all but ASCII. */
function letterAt(text: string, at: number, end: number): number {
  const lower = at < end ? text.charCodeAt(at) | 0x20 : 0;
  return lower > 0x60 && lower <= 0x7a ? lower - 0x60 : 0;
}

/** Vowels of several letters that are one sound, the longer ones first. */
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

/** In English some spellings sound another way. */
const ENGLISH: Readonly<Record<string, string>> = { ei: "e", ea: "e", ew: "u", ue: "u", eu: "u" };

/** The vowels of a word spelled out, diphthong by diphthong; an unstressed ending counts for little. */
export function vowels(spelled: string, language: Language): string {
  const english = language === "en";
  const ended = english ? englishEnding(spelled) : spelled;
  // Mayr and Baur are said as Mayer and Bauer.
  const full = ended.includes("r") ? ended.replace(/([ae][iyu])r(?![aeiouy])/g, "$1er") : ended;
  const said = english ? SAID_IN_ENGLISH : SAID;
  let sounds = "";
  for (let at = 0; at < full.length; at += 1) {
    if (!isVowel(full.charCodeAt(at))) continue;
    const group = groupAt(full, at);
    sounds += said.get(group) ?? group;
    at += group.length - 1;
  }
  return sounds;
}

const VOWELS = "aeiouy";
/** What stands in groups behind the first letter; at the end of a word nothing does. */
const IN_GROUPS = "\0aeiouyhjw";
const VOWEL_UNITS = new Uint8Array(128);
for (const vowel of VOWELS) VOWEL_UNITS[vowel.charCodeAt(0)] = 1;

/** Sounds, with a full stop before each. */
const SAID = saidAs(SOUNDS);
const SAID_IN_ENGLISH = saidAs({ ...SOUNDS, ...ENGLISH });

function saidAs(sounds: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map([...VOWELS, ...GROUPS].map((group) => [group, `.${sounds[group] ?? group}`]));
}

function groupAt(letters: string, at: number): string {
  if (!IN_GROUPS.includes(letters.charAt(at + 1))) return letters.charAt(at);
  const three = letters.slice(at, at + 3);
  if (SAID.has(three)) return three;
  const two = three.slice(0, 2);
  return SAID.has(two) ? two : three.slice(0, 1);
}

function isVowel(unit: number): boolean {
  return VOWEL_UNITS[unit] === 1;
}

const UNSTRESSED = /[aeo][lnr]+$/;

/** Clarke as Clark, Kellie and Kelley as Kelly, Allan as Allen. */
function englishEnding(spelled: string): string {
  const s = spelled.endsWith("s") ? "s" : "";
  let word = s === "" ? spelled : spelled.slice(0, -1);
  const last = word.charAt(word.length - 1);
  if (last === "e" && word.length > 1 && !VOWELS.includes(word.charAt(word.length - 2)))
    word = word.slice(0, -1);
  else if ("eyi".includes(last)) word = word.replace(/(?:ey|ie|ay|i)$/, "y");
  if (UNSTRESSED.test(word)) word = word.replace(/([aeiouy].*[^aeiouy])[aeo]([lnr]+)$/, "$1e$2");
  return word + s;
}
