import { SMALL_CAPITALS } from "./small-capitals.ts";

/**
 * Matches characters without a glyph: bidirectional marks, joiners, fillers, variation selectors,
 * tags, controls.
 */
const INVISIBLE = /(?![\t\n\v\f\r\u0085])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/u;
const SPACE = /[\p{Zs}\u2800]/u;
const HYPHEN = /[\u2010\u2011\u2212\ufe58\ufe63\uff0d]/;
const FULL_STOP = /[\u3002\uff61]/;
const DIGIT = /\p{Nd}/u;
const TAGS = 0xe0000;
const ASCII = /^[\x20-\x7e]+$/;
/**
 * Matches characters that Unicode calls compatible with ASCII but that are ornaments in words: 3ª,
 * Acme™. Also matches "…", which is not three full stops.
 */
const ORNAMENT = /[ªº\u2026\u2025\u2120\u2122]/;
export const RAISED_OR_LOWERED = /[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/;

/** Returns what to read for a character: "" if it is invisible, undefined if it stays unchanged. */
export type Fold = (character: string) => string | undefined;

/** Returns the ASCII form of a character: of a small capital, or by NFKC (UAX #15). */
export function foldCharacter(character: string): string | undefined {
  if (INVISIBLE.test(character)) return "";
  if (SPACE.test(character)) return character === " " ? undefined : " ";
  if (HYPHEN.test(character)) return "-";
  if (FULL_STOP.test(character)) return ".";
  if (ORNAMENT.test(character) || RAISED_OR_LOWERED.test(character)) return undefined;
  const letter = SMALL_CAPITALS.get(character);
  if (letter !== undefined) return letter;
  const compatible = character.normalize("NFKC");
  if (compatible !== character && ASCII.test(compatible)) return compatible;
  return digitOf(character);
}

/**
 * Returns the ASCII digit for a digit of any script. Every script has its ten digits in sequence,
 * but they do not always begin at a multiple of sixteen.
 */
function digitOf(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || !DIGIT.test(character)) return undefined;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Returns the ASCII character that an invisible tag character (U+E0020 to U+E007E) represents. */
export function tagged(character: string): string | undefined {
  const code = (character.codePointAt(0) ?? 0) - TAGS;
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}
