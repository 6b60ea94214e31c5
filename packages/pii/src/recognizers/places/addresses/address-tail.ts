import { unitsAfter } from "../words/address-units.ts";
import { countryEnd, isCountry, mayBeginCountry } from "../words/countries.ts";
import { readTown } from "../words/town.ts";
import { isStateCode } from "../words/us-states.ts";
import { isUpper, isYear, skipBlanks, type Word } from "../words/words.ts";
import type { Street } from "./street.ts";

const { max, min } = Math;

/** The text after a street, and how strongly it indicates an address. */
export interface Tail {
  readonly end: number;
  readonly score: number;
}

interface Segment extends Tail {
  /** Whether the text ends with a name that may or may not be a town. */
  readonly open: boolean;
}

const SEPARATOR =
  /(?:\.(?=[,\n]|\s\n))?[ \t\u00a0]{0,3}(?:,[ \t\u00a0]{0,3}|[-–·•|] )?(?:\r?\n[ \t\u00a0]{0,4},?[ \t\u00a0]{0,4}|[ \t\u00a0-])?/y;
/**
 * Matches postal codes of the UPU S42 countries with a distinctive form, and postal codes of only
 * digits.
 */
const CODE =
  /(?:[A-Z]{1,3}[-–] ?)?(?:\d{5}-\d{4}|\d{3} \d{2}|\d{4,6}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\p{N}]|[.,:/-]\d|[ \t]\d)/iuy;
const STATE_CODE = /(?:[A-Z]{2,3}|[A-Z]|nan|\d{1,2}|[a-z]{2,3})(?![\p{L}\p{N}.])/uy;
const NOTE = /^ \([\p{L} ]{2,20}\)/u;
const AUSTRALIA: ReadonlySet<string> = new Set("NSW VIC QLD SA WA TAS ACT NT".split(" "));
const MAX_SEGMENTS = 5;

/**
 * Reads units, postal code, town, state and country, in any order, after a street that ends at
 * `at`.
 */
export function tailAfter(text: string, at: number, street: Street): Tail {
  const units = unitsAfter(text, at);
  const tail: Tail = { end: units.end, score: min(units.count, 1) * 1.5 };
  // A weak street name must be at the end of its line, or a comma or a unit must follow it.
  const bare = street.score < 1;
  if (bare && units.count === 0 && !/^\.?[ \t]?[,\r\n]/.test(text.slice(at, at + 3))) return tail;
  return segmentsAfter(text, tail, street.lower, bare);
}

/**
 * Reads the parts after the units. A possible town counts if something after it confirms it. After
 * a `bare` street it hardly counts, because product lists have this form ("Surface Laptop 6,
 * Framework 16").
 */
function segmentsAfter(text: string, units: Tail, lower: boolean, bare: boolean): Tail {
  let tail = units;
  let from = units.end;
  let open = 0;
  for (let count = 0; count < MAX_SEGMENTS && open < 2; count += 1) {
    const separator = separatorAt(text, from);
    const segment = segmentAt(text, from + separator.length, separator, lower);
    if (segment === undefined || isGlued(segment, separator, count)) break;
    open = segment.open ? open + 1 : 0;
    const loose = bare && isLoose(text, from, segment, count);
    if (!segment.open || isFramed(separator, units)) tail = withSegment(tail, segment, loose);
    from = segment.end;
  }
  return tail;
}

function withSegment({ score }: Tail, segment: Segment, loose: boolean): Tail {
  return { end: segment.end, score: loose ? score : score + segment.score };
}

/**
 * Returns whether only a blank separates the segment from the one before it. Such a segment is not
 * part of the address: "RTX 3080 Ti".
 */
function isGlued({ open }: Segment, separator: string, count: number): boolean {
  return count > 0 && separator === " " && !open;
}

function isLoose(text: string, from: number, { open, end }: Segment, count: number): boolean {
  return open && (count > 0 || /\d/.test(text.slice(from, end)));
}

function isFramed(separator: string, units: Tail): boolean {
  return (units.score > 0 || separator.includes(",")) && !separator.includes("\n");
}

function separatorAt(text: string, at: number): string {
  SEPARATOR.lastIndex = at;
  return SEPARATOR.exec(text)?.[0] ?? "";
}

function segmentAt(
  text: string,
  at: number,
  separator: string,
  lower: boolean,
): Segment | undefined {
  if (separator === "") return undefined;
  const isWord = isLongWord(text, at);
  return (
    countryAt(text, at) ??
    (isWord ? undefined : codeFirst(text, at, lower)) ??
    (isWord ? undefined : stateAt(text, at, separator)) ??
    townAt(text, at, separator, lower)
  );
}

/**
 * Returns whether the word begins with four ASCII letters: a cheap test that excludes codes and
 * states.
 */
function isLongWord(text: string, at: number): boolean {
  for (let next = at; next < at + 4; next += 1) {
    const letter = text.charCodeAt(next) | 32;
    if (letter < 97 || letter > 122) return false;
  }
  return true;
}

function countryAt(text: string, at: number): Segment | undefined {
  const end = countryEnd(text, at);
  if (end === -1) return undefined;
  const note = NOTE.exec(text.slice(end, end + 24))?.[0] ?? "";
  const coded = withCode(text, end + note.length, 1.5);
  return { end: coded.end, score: coded.score, open: false };
}

function withCode(text: string, end: number, score: number): Tail {
  const blank = skipBlanks(text, end) - end;
  const code = blank === 0 ? -1 : codeEnd(text, end + blank);
  // "NStZ 2018" is a journal and a year, not a town and a code.
  const year = code !== -1 && isYear(text, { start: end + blank, end: code });
  return code === -1 || year ? { end, score } : { end: code, score: score + 1 };
}

function codeEnd(text: string, at: number): number {
  if (!/^(?:\d|[A-Z]{1,3}[\d–-])/i.test(text.slice(at, at + 4))) return -1;
  CODE.lastIndex = at;
  return CODE.test(text) ? CODE.lastIndex : -1;
}

/**
 * Reads a code and a town ("01334 Freudenbrunn", "A-9580-Villach"), or a code at the end of its
 * line.
 */
function codeFirst(text: string, at: number, lower: boolean): Segment | undefined {
  const end = codeEnd(text, at);
  if (end === -1) return undefined;
  const words = readTown(text, text.charAt(end) === "-" ? end + 1 : end, lower);
  const last = words.at(-1);
  if (last !== undefined) return { end: last.end, score: 2, open: false };
  return /^[ \t]{0,2}(?:$|[\r\n.,;)])/.test(text.slice(end, end + 3))
    ? { end, score: 1, open: false }
    : undefined;
}

function stateAt(text: string, at: number, separator: string): Segment | undefined {
  STATE_CODE.lastIndex = at;
  if (!STATE_CODE.test(text)) return undefined;
  const end = STATE_CODE.lastIndex;
  if (!separator.includes(",") && !isStateCode(text.slice(at, end))) return undefined;
  const gap = /^(?:[ \t]{1,2}|[ \t]{0,2}\r?\n[ \t]{0,3})/.exec(text.slice(end, end + 6))?.[0] ?? "";
  if (gap === "") return isUpperAt(text, at, end) ? { end, score: 0.5, open: false } : undefined;
  const code = codeEnd(text, end + gap.length);
  const written = text.slice(end + gap.length, max(code, end));
  if (/^(?:\d{5}|\d{3} |[A-Z])/i.test(written)) return { end: code, score: 2, open: false };
  const country = countryAt(text, end + gap.length);
  if (country !== undefined) return country;
  return isUpperAt(text, at, end) ? { end, score: 0.5, open: false } : undefined;
}

function isUpperAt(text: string, start: number, end: number): boolean {
  return end - start >= 2 && /^[A-Z]+$/.test(text.slice(start, end));
}

function townAt(text: string, at: number, separator: string, lower: boolean): Segment | undefined {
  const words = readTown(text, at, lower);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const whole = endsLine(text, last.end);
  const code = withCode(text, last.end, 0);
  // Four digits after a name may be a model or a standard: "Radeon RX 7900", "RFC 9110".
  const coded =
    code.end - last.end < 6 && !AUSTRALIA.has(last.text) ? { end: last.end, score: 0 } : code;
  if (separator.includes("\n") && !whole && coded.score === 0) return undefined;
  // A code with letters confirms its town: "London SW1A 1AA".
  const sure = hasState(words) || /[A-Z]/.test(text.slice(last.end, coded.end));
  if (coded.score > 0) return { end: coded.end, score: sure ? 2 : 1, open: !sure };
  if (endsWithCountry(words)) return { end: last.end, score: 1.5, open: false };
  const closed = separator.includes(",") || whole;
  return { end: last.end, score: closed ? 0.5 : 0, open: true };
}

function hasState(words: readonly Word[]): boolean {
  const last = words.at(-1);
  return words.length > 1 && last !== undefined && isUpper(last) && last.text.length <= 3;
}

function endsWithCountry(words: readonly Word[]): boolean {
  return words.some(({ key }, index) => {
    if (index === 0 || !mayBeginCountry(key)) return false;
    const name = words.slice(index).map((word) => word.key);
    return isCountry(name.join(" "));
  });
}

function endsLine(text: string, at: number): boolean {
  return /^[ \t]{0,2}(?:$|[\r\n.,;)])/.test(text.slice(at, at + 3));
}
