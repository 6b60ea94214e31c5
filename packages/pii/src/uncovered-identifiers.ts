import { type Finding, findHardIdentifiers, signsIn } from "./hard-identifiers.ts";
import { type Span, touching } from "./spans.ts";
import { encodedRuns } from "./view/encoded-runs.ts";
import { contextOf } from "./view/notation-places.ts";
import { SIGNS, signsOf } from "./view/signs.ts";

/** Cached: looking up a global object is slow under the test runner's module loader. */
const { max, min } = Math;

/** Farther than any context that a recognizer of hard identifiers reads, in code units. */
const REACH = 64;
/** No identifier has fewer, but for accounts of letters. */
const LEAST_DIGITS = 6;
/** What may be base64, also in lines; see `encodedRuns`. */
const ENCODED = /[\w+/-]{16}|^[ \t]{0,16}[\w+/-]{4,}[\r\n]/m;
/** What no notation changes: base64 in it is read as it is written. */
const PLAIN = /^[A-Za-zÄÖÜäöüß0-9 .,;:!?()'"-]*$/;
/** Names of files are separated at hyphens, and spaced characters joined. */
const CHANGED = /\.[A-Za-z0-9]| [A-Za-z0-9] [A-Za-z0-9] /;
const TOKEN_END = /[\s[\]]/;
const LONGEST_TOKEN = 512;

/**
 * The hard identifiers of `text` near its `placeholders`, disjoint and in order: a replacement may uncover one,
 * "+49 30 1234567[PERSON_1]". Those elsewhere are what the text had before.
 */
export function uncoveredIdentifiers(
  text: string,
  placeholders: readonly Span[],
): readonly Finding[] {
  const places = placesAround(text, placeholders);
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
 * Where text around placeholders may hold an identifier in any reading: the beginnings and ends of what is between
 * them, since none contains a placeholder. Disjoint, in order.
 */
function placesAround(text: string, placeholders: readonly Span[]): readonly Span[] {
  const places: Span[] = [];
  const add = (start: number, end: number) => {
    if (start < end && mayHoldIdentifier(text, start, end)) places.push({ start, end });
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

/** Also over digits and signs: what a run of them is depends on where it begins. */
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

function mayHoldIdentifier(text: string, start: number, end: number): boolean {
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (code === AT || mayHide(code)) return true;
  }
  if (digits >= LEAST_DIGITS) return true;
  const place = text.slice(start, end);
  if (ENCODED.test(place) && mayHoldEncoded(text, start, end)) return true;
  return digits > 0 && signsIn(place).account;
}

/** Most long runs are words. */
function mayHoldEncoded(text: string, start: number, end: number): boolean {
  let [from, to] = [start, end];
  while (from > 0 && start - from < LONGEST_TOKEN && !TOKEN_END.test(text.charAt(from - 1)))
    from -= 1;
  while (to - end < LONGEST_TOKEN && !TOKEN_END.test(text.charAt(to) || " ")) to += 1;
  const tokens = text.slice(from, to);
  if (!PLAIN.test(tokens) || CHANGED.test(tokens)) return true;
  return (
    to - end === LONGEST_TOKEN || start - from === LONGEST_TOKEN || encodedRuns(tokens).length > 0
  );
}

/** Signs of notations that digits can be written in. */
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
