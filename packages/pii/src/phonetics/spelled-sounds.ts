import type { Language } from "@veil/contracts/sanitiser";
import { plain } from "./sound-codes.ts";

/*
 * What phonetic codes drop, in a rough spelling of its own: enough to tell names apart, not to pronounce them.
 */

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** "Müller" and "Mueller" alike, other accents gone. */
export function spelledOut(word: string): string {
  return plain(
    word
      .toLowerCase()
      .normalize("NFC")
      .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter),
  );
}

const FIRST: readonly (readonly [RegExp, string])[] = [
  [/^(?:ph|[fv])/, "f"],
  [/^(?:sch|sh|s(?=[pt]))/, "x"],
  [/^(?:c(?=[eiy])|s)/, "s"],
  [/^(?:kn|gn|n)/, "n"],
  [/^(?:wr|rh|r)/, "r"],
  [/^(?:[ckq]|ch)/, "k"],
  [/^[bdghjlmptwz]/, ""],
];

/** Of a word spelled out: the sound at the beginning, then the sounds inside that both codes, or one of them, put together. */
export function consonants(spelled: string): string {
  const [pattern, sound] = FIRST.find(([start]) => start.test(spelled)) ?? [/^/, ""];
  const first = sound || (pattern.exec(spelled)?.[0] ?? "");
  const inside = spelled.slice(1).match(/sch|sh|ch|m+|n+/g) ?? [];
  return `${first}:${inside.map((run) => (run.startsWith("s") ? "x" : run.slice(0, 1))).join("")}`;
}

const GROUPS =
  /aeu|eu|oi|oy|ai|ay|aj|ei|ey|ej|au|aw|ow|ou|ieh|ie|ih|ee|eh|ea|ae|oeh|oe|ew|ueh|ue|aa|ah|oo|oh|uh|uu|y(?=[aeiou])|[aeiouy]/g;

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
export function vowels(word: string, language: Language): string {
  const spelled = language === "en" ? englishEnding(word) : word;
  // Mayr and Baur are said as Mayer and Bauer.
  const full = spelled.replace(/([ae][iyu])r(?![aeiouy])/g, "$1er");
  const sounds = (full.match(GROUPS) ?? []).map(
    (group) => (language === "en" ? ENGLISH[group] : undefined) ?? SOUNDS[group] ?? group,
  );
  return sounds.join(".");
}

/** Clarke as Clark, Kellie and Kelley as Kelly, Allan as Allen. */
function englishEnding(spelled: string): string {
  return spelled
    .replace(/([^aeiouy])e(s?)$/, "$1$2")
    .replace(/(?:ey|ie|ay|i)(s?)$/, "y$1")
    .replace(/([aeiouy].*[^aeiouy])[aeo]([lnr]+s?)$/, "$1e$2");
}
