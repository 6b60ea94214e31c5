import { ENTITY_TYPES, type EntityType, type Span } from "../finding.ts";

export function formatPlaceholder(type: EntityType, number: number): string {
  return `[${type}_${number}]`;
}

export interface PlaceholderMatch extends Span {
  readonly placeholder: string;
  /** Its brackets are percent-encoded, as in the query of a URL. */
  readonly percentEncoded: boolean;
}

const BLANK = "[\\s\\u200b\\u2060]{0,3}";
const GAP = `${BLANK}(?:\\\\{0,2}[_\\uff3f]|[\\u2010\\u2011-])?${BLANK}`;
const types = (gap: string) =>
  `(${[...ENTITY_TYPES]
    .sort((a, b) => b.length - a.length)
    .map((type) => type.replaceAll("_", gap))
    .join("|")})`;
const BODY = `${BLANK}${types(GAP)}${GAP}(\\d{1,6})${BLANK}`;

/**
 * How models rewrite placeholders: other case, blanks, and escaped, full-width or encoded brackets. Both brackets are
 * of one kind, so that a text's own stay. Unbracketed ones need capitals and the underscore.
 */
const BRACKETED = new RegExp(
  `\\\\{1,2}\\[${BODY}\\\\{1,2}\\]|[[\\uff3b\\u3010]${BODY}[\\]\\uff3d\\u3011]|%5B${BODY}%5D`,
  "iy",
);
const BARE = new RegExp(`${types("\\\\?_")}\\\\?_(\\d{1,6})`, "y");
const REACH = 32;
const WORD_SIGN = /[A-Za-z0-9_]/;

/** Finds what reads as a placeholder, in document order. Linear: every repetition in the patterns is bounded. */
export function findPlaceholders(text: string): readonly PlaceholderMatch[] {
  return scan(text, (start, end) => !isAdjacent(text, start - 1) && !isAdjacent(text, end));
}

/** Finds every text that `findPlaceholders` could accept in some other context. */
export function findLookalikes(text: string): readonly Span[] {
  return scan(text, () => true);
}

type IsAllowedAt = (start: number, end: number) => boolean;

function scan(text: string, isAllowedAt: IsAllowedAt): PlaceholderMatch[] {
  const matches: PlaceholderMatch[] = [];
  let free = 0;
  for (let mark = nextMark(text, 0); mark !== -1; mark = nextMark(text, Math.max(free, mark + 1))) {
    const match =
      text.charCodeAt(mark) === UNDERSCORE
        ? bareAt(text, mark, free, isAllowedAt)
        : bracketedAt(text, mark, free);
    if (match === undefined) continue;
    matches.push(match);
    free = match.end;
  }
  return matches;
}

const UNDERSCORE = 0x5f;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;

function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Blanks and lower-case letters: most text.
    if (unit < PERCENT || (unit > UNDERSCORE && unit < 0x3010)) continue;
    if (isMark(text, at, unit)) return at;
  }
  return -1;
}

function isMark(text: string, at: number, unit: number): boolean {
  if (unit === UNDERSCORE) return isDigit(text.charCodeAt(at + 1));
  if (unit === PERCENT) return /^5b/i.test(text.slice(at + 1, at + 3));
  return unit === BRACKET || unit === 0xff3b || unit === 0x3010;
}

function bracketedAt(text: string, mark: number, free: number): PlaceholderMatch | undefined {
  const issued = issuedAt(text, mark);
  if (issued !== undefined) return issued;
  let start = mark;
  while (start > Math.max(free, mark - 2) && text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  for (; start <= mark; start += 1) {
    BRACKETED.lastIndex = start;
    const match = BRACKETED.exec(text);
    if (match !== null) return toMatch(match);
  }
  return undefined;
}

function issuedAt(text: string, start: number): PlaceholderMatch | undefined {
  let digits = start + 1;
  while (isCapitalOrUnderscore(text.charCodeAt(digits))) digits += 1;
  let end = digits;
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (end === digits || end - digits > 6 || text.charCodeAt(digits - 1) !== UNDERSCORE)
    return undefined;
  if (text.charCodeAt(start) !== BRACKET || text.charAt(end) !== "]") return undefined;
  if (!TYPES.has(text.slice(start + 1, digits - 1))) return undefined;
  const placeholder = text.slice(start, end + 1);
  return { start, end: end + 1, placeholder, percentEncoded: false };
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

function isAdjacent(text: string, at: number): boolean {
  return WORD_SIGN.test(text.charAt(at));
}

function toMatch({ 0: written, index, ...groups }: RegExpExecArray): PlaceholderMatch {
  const type = groups[1] ?? groups[3] ?? groups[5] ?? "";
  const number = groups[2] ?? groups[4] ?? groups[6] ?? "";
  return {
    start: index,
    end: index + written.length,
    placeholder: `[${canonicalType(type)}_${number}]`,
    percentEncoded: written.startsWith("%"),
  };
}

const TYPES: ReadonlySet<string> = new Set(ENTITY_TYPES);
const CANONICAL = new Map<string, EntityType>(
  ENTITY_TYPES.map((type) => [type.replaceAll("_", ""), type]),
);

function canonicalType(written: string): string {
  return CANONICAL.get(written.replace(/[^A-Za-z]/g, "").toUpperCase()) ?? "";
}
