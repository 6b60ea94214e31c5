import { ENTITY_TYPES, type EntityType, type Span } from "../finding.ts";

/** `[TYPE_n]`, `n` from 1. */
export function formatPlaceholder(type: EntityType, number: number): string {
  return `[${type}_${number}]`;
}

/** A stretch of text that reads as a placeholder. */
export interface PlaceholderMatch extends Span {
  /** The placeholder as it was issued, if it was. */
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
const BARE = `${types("\\\\?_")}\\\\?_(\\d{1,6})`;

/**
 * What a language model makes of a placeholder: other case, blanks, escaped or full-width or percent-encoded
 * brackets. A pair of brackets belongs to it only when both are of one kind, so that text which already stood
 * in brackets keeps its own. Without brackets it must be in capitals and have its underscore.
 */
const BRACKETED = `\\\\{1,2}\\[${BODY}\\\\{1,2}\\]|[[\\uff3b\\u3010]${BODY}[\\]\\uff3d\\u3011]|%5B${BODY}%5D`;
const TOLERANT = new RegExp(`${BRACKETED}|(?<![A-Za-z0-9_])${BARE}(?![A-Za-z0-9_])`, "gi");
/** The same without regard to what stands around it: everything that could become a match elsewhere. */
const LOOKALIKE = new RegExp(`${BRACKETED}|${BARE}`, "gi");
const BARE_TYPE_GROUP = 7;
/** What every match has, with or without brackets, and how far into it at the most. */
const MARK = /[[\uff3b\u3010]|%5[Bb]|_\d/g;
const MARK_REACH = 32;

/** What reads as a placeholder, in document order. Linear: every repetition in the pattern is bounded. */
export function findPlaceholders(text: string): readonly PlaceholderMatch[] {
  return scan(text, TOLERANT);
}

/** Every text that `findPlaceholders` could take for a placeholder, were other text put around it. */
export function findLookalikes(text: string): readonly Span[] {
  return scan(text, LOOKALIKE);
}

function scan(text: string, pattern: RegExp): PlaceholderMatch[] {
  const matches: PlaceholderMatch[] = [];
  let from = nextMark(text, 0);
  while (from !== -1) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) break;
    const isMatch = match[BARE_TYPE_GROUP] === undefined || match[0] === match[0].toUpperCase();
    if (isMatch) matches.push(toMatch(match));
    from = nextMark(text, isMatch ? pattern.lastIndex : match.index + 1);
  }
  return matches;
}

/** Where a match behind `from` can begin at the earliest; -1 where none can. Most text need not be searched. */
function nextMark(text: string, from: number): number {
  MARK.lastIndex = from;
  const mark = MARK.exec(text);
  return mark === null ? -1 : Math.max(from, mark.index - MARK_REACH);
}

function toMatch({ 0: written, index, ...groups }: RegExpExecArray): PlaceholderMatch {
  const type = groups[1] ?? groups[3] ?? groups[5] ?? groups[BARE_TYPE_GROUP] ?? "";
  const number = groups[2] ?? groups[4] ?? groups[6] ?? groups[8] ?? "";
  return {
    start: index,
    end: index + written.length,
    placeholder: `[${canonicalType(type)}_${number}]`,
    percentEncoded: written.startsWith("%"),
  };
}

const CANONICAL = new Map<string, EntityType>(
  ENTITY_TYPES.map((type) => [type.replaceAll("_", ""), type]),
);

function canonicalType(written: string): string {
  return CANONICAL.get(written.replace(/[^A-Za-z]/g, "").toUpperCase()) ?? "";
}
