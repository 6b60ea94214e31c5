import { type Finding, findHardIdentifiers } from "./hard-identifiers.ts";
import { type Span, touching } from "./spans.ts";
import { contextOf } from "./view/notation-places.ts";
import { SIGNS, signsOf } from "./view/signs.ts";

/** Farther than any context that a recognizer of hard identifiers reads, in code units. */
const REACH = 64;
/** No identifier has fewer. */
const LEAST_DIGITS = 2;
/** What may be base64, also in lines; see `encodedRuns`. */
const ENCODED = /[\w+/-]{16}|^[ \t]{0,16}[\w+/-]{4,}[\r\n]/m;

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

/** What is around placeholders, where it may hold an identifier in any reading. Disjoint, in order. */
function placesAround(text: string, placeholders: readonly Span[]): readonly Span[] {
  const places: Span[] = [];
  let [start, end] = [0, 0];
  let inside: Span[] = [];
  const close = () => {
    if (inside.length > 0 && mayHoldIdentifier(text, { start, end }, inside))
      places.push({ start, end });
    inside = [];
  };
  for (const placeholder of placeholders) {
    if (placeholder.start - REACH > end) close();
    if (inside.length === 0) start = startOfPlace(text, placeholder.start, end);
    end = endOfPlace(text, placeholder.end);
    inside.push(placeholder);
  }
  close();
  return places;
}

/** Also over digits and signs: what a run of them is depends on where it begins. */
function startOfPlace(text: string, placeholder: number, floor: number): number {
  let start = Math.max(floor, placeholder - REACH);
  while (start > floor && !isLetter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endOfPlace(text: string, placeholder: number): number {
  let end = Math.min(text.length, placeholder + REACH);
  while (end < text.length && !isLetter(text.charCodeAt(end))) end += 1;
  return end;
}

function mayHoldIdentifier(text: string, place: Span, inside: readonly Span[]): boolean {
  let digits = 0;
  let { start } = place;
  for (const next of [...inside, { start: place.end, end: place.end }]) {
    digits += digitsUpTo(LEAST_DIGITS, text, start, next.start);
    if (digits >= LEAST_DIGITS || ENCODED.test(text.slice(start, next.start))) return true;
    start = next.end;
  }
  return false;
}

/** `most` also for what digits may be hidden in. */
function digitsUpTo(most: number, text: string, start: number, end: number): number {
  let digits = 0;
  for (let at = start; at < end && digits < most; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (code === AT || mayHide(code)) return most;
  }
  return digits;
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
const HIDING = SIGNS.escape | SIGNS.equals | SIGNS.field;
