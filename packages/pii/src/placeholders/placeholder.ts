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
/** What every match has, with or without brackets; most texts have none of it. */
const MARK = /[[\uff3b\u3010]|%5[Bb]|_\d/;

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
  if (!MARK.test(text)) return matches;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[BARE_TYPE_GROUP] !== undefined && match[0] !== match[0].toUpperCase())
      pattern.lastIndex = match.index + 1;
    else matches.push(toMatch(match));
  }
  return matches;
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
