import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import type { Span } from "../text/spans.ts";
import {
  bracketedAt,
  brokenEndAt,
  LONGEST_PLACEHOLDER,
  mayBecomePlaceholder,
  opensBracket,
} from "./bracketed.ts";
import type { PlaceholderMatch } from "./placeholder-match.ts";

export function formatPlaceholder(type: EntityType, number: number): string {
  return `[${type}_${number}]`;
}

/**
 * Matches a placeholder without brackets. It must have capitals and the underscore, because people
 * write "Person 1". If more than six digits follow, as in `PERSON_4012888`, nothing matches.
 */
const BARE = new RegExp(
  `(${[...ENTITY_TYPES]
    .sort((one, other) => other.length - one.length)
    .map((type) => type.replaceAll("_", "\\\\?_"))
    .join("|")})\\\\?_(\\d{1,6})(?!\\d)`,
  "y",
);
const REACH = 32;
const WORD_SIGN = /[A-Za-z0-9_]/;

/**
 * Finds all text that reads as a placeholder, in the forms in which models rewrite placeholders, in
 * document order. Linear, because the work at each place is bounded.
 */
export function findPlaceholders(text: string): readonly PlaceholderMatch[] {
  let brokenEnd = 0;
  return scan(text, (start, end) => {
    brokenEnd = Math.max(brokenEnd, brokenEndAround(text, start) ?? 0);
    return end > brokenEnd && isApart(text, start, end);
  });
}

/**
 * Finds all text that `findPlaceholders` could accept in some context. The sanitiser protects it as
 * literals, so that no restored value replaces what the user typed.
 */
export function findLookalikes(text: string): readonly Span[] {
  return scan(text, () => true);
}

/** Returns whether all of `text` reads as a placeholder without brackets. */
export function isBarePlaceholder(text: string): boolean {
  BARE.lastIndex = 0;
  return BARE.test(text) && BARE.lastIndex === text.length;
}

/**
 * Returns whether the blank at `at` is inside text that reads as a placeholder. `open` means that
 * it may be, depending on how the text continues. A reader that receives a text in pieces may cut
 * it at a blank that is outside.
 */
export function blankInPlaceholder(text: string, at: number): "outside" | "inside" | "open" {
  const from = Math.max(0, at - LONGEST_PLACEHOLDER);
  for (let mark = at - 1; mark >= from; mark -= 1) {
    const unit = text.charCodeAt(mark);
    if (unit === UNDERSCORE || !isMark(text, mark, unit)) continue;
    const match = bracketedAt(text, mark, 0);
    const end = match?.end ?? brokenEndAt(text, mark);
    if (end !== undefined) return end > at ? "inside" : "outside";
    const rest = text.slice(mark, mark + LONGEST_PLACEHOLDER + 1);
    return mayBecomePlaceholder(rest) ? "open" : "outside";
  }
  return "outside";
}

/**
 * Returns where, after `from`, the first placeholder may begin in a text that is still arriving, or
 * the length of the text if none may begin. However the text continues, no placeholder begins
 * between `from` and that place.
 */
export function firstPlace(text: string, from: number): number {
  let mark = from;
  while (mark < text.length && MAY_BE_MARK[text.charCodeAt(mark)] !== 1) mark += 1;
  const floor = Math.max(from, mark - REACH);
  let first = mark;
  while (first > floor && isInBare(text.charCodeAt(first - 1))) first -= 1;
  return first;
}

type IsAllowedAt = (start: number, end: number) => boolean;

function scan(text: string, isAllowedAt: IsAllowedAt): PlaceholderMatch[] {
  const matches: PlaceholderMatch[] = [];
  let free = 0;
  for (let mark = nextMark(text, 0); mark !== -1; mark = nextMark(text, Math.max(free, mark + 1))) {
    const match =
      text.charCodeAt(mark) === UNDERSCORE
        ? bareAt(text, mark, free, isAllowedAt)
        : (issuedAt(text, mark) ?? bracketedAt(text, mark, free));
    if (match === undefined) continue;
    matches.push(match);
    free = match.end;
  }
  return matches;
}

const UNDERSCORE = 0x5f;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
/**
 * Has 1 for the code units of underscores, brackets, full-width brackets, and characters with which
 * an encoded or escaped bracket begins.
 */
const MAY_BE_MARK = new Uint8Array(0x10000);
for (const unit of [UNDERSCORE, BRACKET, PERCENT, AMPERSAND, BACKSLASH, 0x3010, 0xff3b])
  MAY_BE_MARK[unit] = 1;

function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (MAY_BE_MARK[unit] === 1 && isMark(text, at, unit)) return at;
  }
  return -1;
}

function isMark(text: string, at: number, unit: number): boolean {
  if (unit === UNDERSCORE) return isDigit(text.charCodeAt(at + 1));
  if (unit === BRACKET) return true;
  return MAY_BE_MARK[unit] === 1 && opensBracket(text, at);
}

function issuedAt(text: string, start: number): PlaceholderMatch | undefined {
  let digits = start + 1;
  while (isCapitalOrUnderscore(text.charCodeAt(digits))) digits += 1;
  let end = digits;
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (end === digits || end - digits > 6 || text.charCodeAt(digits - 1) !== UNDERSCORE)
    return undefined;
  if (text.charCodeAt(start) !== BRACKET || text.charAt(end) !== "]") return undefined;
  if (text.charAt(digits) === "0") return undefined;
  if (!TYPES.has(text.slice(start + 1, digits - 1))) return undefined;
  const placeholder = text.slice(start, end + 1);
  return { start, end: end + 1, placeholder, suffix: "", percentEncoded: false };
}

function bareAt(
  text: string,
  mark: number,
  free: number,
  isAllowedAt: IsAllowedAt,
): PlaceholderMatch | undefined {
  let first = mark;
  const floor = Math.max(free, mark - REACH);
  while (first > floor && isInBare(text.charCodeAt(first - 1))) first -= 1;
  for (let start = first; start < mark; start += 1) {
    BARE.lastIndex = start;
    const match = BARE.exec(text);
    if (match !== null && isAllowedAt(start, BARE.lastIndex)) return toMatch(match);
  }
  return undefined;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isCapitalOrUnderscore(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || unit === UNDERSCORE;
}

function isInBare(unit: number): boolean {
  return isCapitalOrUnderscore(unit) || unit === BACKSLASH;
}

/**
 * Returns whether the placeholder is not part of a longer word. A plural s and emphasis may adjoin
 * it: `PERSON_1s`, `_PERSON_1_`.
 */
function isApart(text: string, start: number, end: number): boolean {
  const marks = emphasisAround(text, start, end);
  if (marks > 0) return !isWord(text, start - marks - 1) && !isWord(text, end + marks);
  const isPlural = text.charAt(end) === "s";
  return !isWord(text, start - 1) && !isWord(text, isPlural ? end + 1 : end);
}

function brokenEndAround(text: string, start: number): number | undefined {
  let mark = start - 1;
  while (mark > start - 4 && /\s/.test(text.charAt(mark))) mark -= 1;
  return brokenEndAt(text, mark);
}

function emphasisAround(text: string, start: number, end: number): number {
  let marks = 0;
  while (marks < 2 && text.charAt(start - marks - 1) === "_" && text.charAt(end + marks) === "_")
    marks += 1;
  return marks;
}

function isWord(text: string, at: number): boolean {
  return WORD_SIGN.test(text.charAt(at));
}

function toMatch({ 0: written, 1: type = "", 2: number = "", index }: RegExpExecArray) {
  return {
    start: index,
    end: index + written.length,
    placeholder: `[${type.replaceAll("\\", "")}_${Number(number)}]`,
    suffix: "",
    percentEncoded: false,
  };
}

const TYPES: ReadonlySet<string> = new Set(ENTITY_TYPES);
