import { type Span, touching } from "../text/spans.ts";
import { encodedRuns } from "../view/encoded-runs.ts";
import { contextOf } from "../view/notation-places.ts";
import { SIGNS, signsOf } from "../view/notations/signs.ts";
import { type Finding, findHardIdentifiers, signsIn } from "./hard-identifiers.ts";

/** Cached because looking up a global object is slow in the test runner's module loader. */
const { max, min } = Math;

/** Longer than any context that a recognizer of hard identifiers reads, in code units. */
const REACH = 64;
/**
 * Every identifier has at least this many digits without a letter between them, except account
 * numbers that contain letters.
 */
const LEAST_DIGITS = 6;
const TOGETHER = /\d(?:[^A-Za-z\d]*\d){5}/;
/**
 * Matches spaced characters, and marks at the start of lines. A reading that removes them may also
 * remove letters between digits.
 */
const SHIFTED = / [A-Za-z0-9] {1,4}[A-Za-z0-9] |\n[ \t]{0,16}[>#*•|/?]/;
/** Matches what may be base64, on one line or several; see `encodedRuns`. */
const ENCODED = /[\w+/-]{16}|^[ \t]{0,16}[\w+/-]{4,}[\r\n]/m;
/** Matches text that no notation changes, so that base64 in it is read as written. */
const PLAIN = /^[A-Za-zÄÖÜäöüß0-9 .,;:!?()'"-]*$/;
/**
 * Matches text like `PLAIN` on several lines, none of which begins with a mark. `MAY_GO_ON`
 * excludes lines that end with a hyphen or a code, because they may continue on the next line.
 */
const PLAIN_LINES = /^[A-Za-zÄÖÜäöüß0-9 .,;:!()'"\n-]*$/;
const MAY_GO_ON = /[A-Z0-9-] {0,3}\n/;
/**
 * Matches file names, which readings separate at hyphens, and spaced characters, which readings
 * join.
 */
const CHANGED = /\.[A-Za-z0-9]| [A-Za-z0-9] [A-Za-z0-9] /;
/** Matches a line of base64; `encodedRuns` reads several. */
const LINE = /\n[ \t]{0,16}[\w+/-]{4,}(?:[\r\n=]|$)/;
const LINE_BEHIND = new RegExp(`\\s{20}|\\s{0,20}${LINE.source}`, "y");
const MOST_INDENT = 16;
const TOKEN_END = /[\s[\]]/;
const LONGEST_TOKEN = 512;

/**
 * Returns the hard identifiers of `text` near its `placeholders`, disjoint and in order. A
 * replacement may uncover an identifier: "+49 30 1234567[PERSON_1]". Identifiers elsewhere were in
 * the text before the replacement.
 */
export function uncoveredIdentifiers(
  text: string,
  placeholders: readonly Span[],
  mayHold: typeof mayHoldIdentifier = mayHoldIdentifier,
): readonly Finding[] {
  const places = placesAround(text, placeholders, mayHold);
  if (places.length === 0) return NONE;
  const view = contextOf(text, places);
  const found = findHardIdentifiers(view.text);
  if (view.same || found.length === 0) return found;
  return found
    .filter((finding) => view.accepts(finding))
    .map((finding) => ({ ...finding, ...view.toOriginal(finding) }))
    .filter((finding) => touching(places, finding).length > 0);
}

/**
 * Returns the places around placeholders that may contain an identifier in any reading, disjoint
 * and in order. They are the beginnings and ends of the stretches between placeholders, because no
 * identifier contains a placeholder.
 */
function placesAround(
  text: string,
  placeholders: readonly Span[],
  mayHold: typeof mayHoldIdentifier,
): readonly Span[] {
  const places: Span[] = [];
  const add = (start: number, end: number) => {
    if (start < end && mayHold(text, start, end)) places.push({ start, end });
  };
  let free = -1;
  for (const { start, end } of placeholders) {
    addPlaces(text, free, start, add);
    free = end;
  }
  if (free !== -1) add(free, endOfPlace(text, free, text.length));
  return places;
}

function addPlaces(
  text: string,
  from: number,
  to: number,
  add: (start: number, end: number) => void,
): void {
  const headEnd = from === -1 ? 0 : endOfPlace(text, from, to);
  const tailStart = startOfPlace(text, to, max(0, from));
  const areOne = from !== -1 && headEnd >= tailStart;
  if (from !== -1) add(from, areOne ? to : headEnd);
  if (!areOne) add(tailStart, to);
}

/**
 * Returns the start of the place before a placeholder. It includes the whole run of digits and
 * signs there, because the meaning of a run depends on where it begins.
 */
function startOfPlace(text: string, placeholder: number, floor: number): number {
  let start = max(floor, placeholder - REACH);
  while (start > floor && !isLetter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endOfPlace(text: string, placeholder: number, limit: number): number {
  let end = min(limit, placeholder + REACH);
  while (end < limit && !isLetter(text.charCodeAt(end))) end += 1;
  return end;
}

/** Returns whether the span may contain an identifier. This cheap test excludes most spans. */
export function mayHoldIdentifier(text: string, start: number, end: number): boolean {
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (code === AT || mayHide(code)) return true;
  }
  const place = text.slice(start, end);
  if (digits >= LEAST_DIGITS && (TOGETHER.test(place) || SHIFTED.test(place))) return true;
  if (ENCODED.test(place) && mayHoldEncoded(text, start, end)) return true;
  return digits > 0 && signsIn(place).account;
}

/** Returns whether base64 may begin or end in the span. Most long runs are words. */
function mayHoldEncoded(text: string, start: number, end: number): boolean {
  let [from, to] = [start, end];
  while (from > 0 && start - from < LONGEST_TOKEN && !TOKEN_END.test(text.charAt(from - 1)))
    from -= 1;
  while (to - end < LONGEST_TOKEN && !TOKEN_END.test(text.charAt(to) || " ")) to += 1;
  if (to - end === LONGEST_TOKEN || start - from === LONGEST_TOKEN) return true;
  const tokens = text.slice(from, to);
  if (CHANGED.test(tokens)) return true;
  if (!PLAIN.test(tokens) && !arePlainLines(text, from, to)) return true;
  return encodedRuns(tokens).length > 0;
}

function arePlainLines(text: string, from: number, to: number): boolean {
  const tokens = text.slice(from, to);
  return PLAIN_LINES.test(tokens) && !MAY_GO_ON.test(tokens) && !hasLine(text, from, to);
}

/** Returns whether a line of base64 is in the span or directly after it. */
function hasLine(text: string, from: number, to: number): boolean {
  if (LINE.test(text.slice(max(0, from - MOST_INDENT - 1), to + 1))) return true;
  LINE_BEHIND.lastIndex = to;
  return LINE_BEHIND.test(text);
}

/** Returns whether the code unit is a sign of a notation in which digits can be written. */
function mayHide(code: number): boolean {
  const signs = signsOf(code);
  if ((signs & HIDING) !== 0) return true;
  return (signs & SIGNS.suspect) !== 0 && code !== NEWLINE;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

const NONE: readonly Finding[] = [];
const AT = "@".charCodeAt(0);
const NEWLINE = 10;
const HIDING = SIGNS.escape | SIGNS.equals | SIGNS.field | SIGNS.tag;
