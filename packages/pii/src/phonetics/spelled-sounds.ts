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

/** Of a word spelled out: the sound at the beginning, then those inside that a code puts together with others. */
export function consonants(spelled: string): string {
  let sounds = `${firstSound(spelled)}:`;
  let last = "";
  for (let at = 1; at < spelled.length; at += 1) {
    const sound = soundInside(spelled, at);
    const isLong = sound === "x" || sound === "c";
    if (isLong || (sound !== "" && sound !== last)) sounds += sound;
    // "sch" has three letters, "sh" and "ch" have two.
    if (isLong) at += sound === "x" && spelled.charAt(at + 1) === "c" ? 2 : 1;
    last = sound;
  }
  return sounds;
}

function firstSound(spelled: string): string {
  const first = spelled.charAt(0);
  if (spelled.startsWith("sch")) return "x";
  if (AS_WRITTEN.includes(first)) return first;
  return FIRST[first]?.(spelled.charAt(1) || "-") ?? "";
}

/** An empty one for all that codes tell apart. */
function soundInside(spelled: string, at: number): string {
  switch (spelled.charAt(at)) {
    case "m":
      return "m";
    case "n":
      return "n";
    case "c":
      return spelled.charAt(at + 1) === "h" ? "c" : "";
    case "s":
      return spelled.charAt(at + 1) === "h" || spelled.startsWith("ch", at + 1) ? "x" : "";
    default:
      return "";
  }
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
