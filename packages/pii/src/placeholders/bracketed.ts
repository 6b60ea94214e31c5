import type { PlaceholderMatch } from "./placeholder-match.ts";
import { beginsType, typeOfWords } from "./type-words.ts";

/** The maximum length of a placeholder in brackets, in UTF-16 code units. */
export const LONGEST_PLACEHOLDER = 192;

const BLANK = "[\\s\\u200b\\u2060]{0,3}";
/** Matches a sign between parts of a name or before the number. */
const SIGN = "(?:\\\\{0,2}[_\\uff3f]{1,2}|[\\u2010\\u2011-]|&(?:#95|#x5f|lowbar);|%5F)";
const GAP = `(?:[\\s\\u200b\\u2060]{1,3}(?:${SIGN}${BLANK})?|${SIGN}${BLANK})`;
const GAP_SIGN = `(?:[\\s\\u200b\\u2060]|${SIGN})`;
const WORD = "[\\p{L}\\p{M}]{1,28}";
const DIGITS = "[0-9\\uff10-\\uff19]{1,6}";
/** Matches a genitive or plural ending that the model moved inside the brackets. */
const SUFFIX = "(?:['\\u2019]s?|s)?";
const WORDS = `${WORD}(?:${GAP}${WORD}){0,4}`;

/**
 * Every repetition is bounded, and what may follow a repetition never begins like it, so that
 * matching stays fast.
 */
const BODY = new RegExp(`${BLANK}(${WORDS})(?:${GAP})?(${DIGITS})(${SUFFIX})${BLANK}`, "iuy");
/**
 * Matches a placeholder whose number has several parts, perhaps because the model broke the number:
 * `[PERSON_1 0]`.
 */
const BROKEN = new RegExp(
  `[[\\uff3b\\u3010]${BLANK}(${WORDS})(?:${GAP})?${DIGITS}(?:${GAP}${DIGITS}){1,2}${SUFFIX}${BLANK}\\\\{0,2}[\\]\\uff3d\\u3011]`,
  "iuy",
);
const GAPS = new RegExp(GAP, "iu");

interface Brackets {
  readonly open: RegExp;
  readonly close: RegExp;
}

/** Requires both brackets to be of one kind, so that a text's own brackets stay. */
const ESCAPED: Brackets = { open: /\\{1,2}\[/y, close: /\\{1,2}\]/y };
const KINDS: readonly Brackets[] = [
  { open: /[[\uff3b\u3010]/y, close: /[\]\uff3d\u3011]/y },
  { open: /%5B/iy, close: /%5D/iy },
  { open: /&(?:#91|#x5b|lbrack|lsqb);/iy, close: /&(?:#93|#x5d|rbrack|rsqb);/iy },
  { open: /\\{1,2}u005b/iy, close: /\\{1,2}u005d/iy },
];

const BRACKET = 0x5b;
const BACKSLASH = 0x5c;

/**
 * Returns whether a bracket begins at `at`: plain, full-width, or percent-, HTML- or JSON-encoded.
 * The backslash that escapes a plain bracket does not count.
 */
export function opensBracket(text: string, at: number): boolean {
  return KINDS.some(({ open }) => endOf(open, text, at) !== undefined);
}

/**
 * Returns the placeholder whose bracket is at `mark`, including backslashes before the bracket, but
 * none before the offset `free`.
 */
export function bracketedAt(
  text: string,
  mark: number,
  free: number,
): PlaceholderMatch | undefined {
  if (text.charCodeAt(mark) === BRACKET)
    for (let start = Math.max(free, mark - 2); start < mark; start += 1) {
      const escaped =
        text.charCodeAt(start) === BACKSLASH ? matchAt(text, start, ESCAPED) : undefined;
      if (escaped !== undefined) return escaped;
    }
  for (const kind of KINDS) {
    const match = matchAt(text, mark, kind);
    if (match !== undefined) return match;
  }
  return undefined;
}

/**
 * Returns the end of text that would be a placeholder if its number did not have several parts.
 * Nothing in this text is restored.
 */
export function brokenEndAt(text: string, mark: number): number | undefined {
  BROKEN.lastIndex = mark;
  const [written = "", words = ""] = BROKEN.exec(text) ?? [];
  const isPlaceholder = typeOfWords(words.split(GAPS)) !== undefined;
  return isPlaceholder && written.length <= LONGEST_PLACEHOLDER ? mark + written.length : undefined;
}

/**
 * Returns whether `text`, which begins with a bracket, may become a placeholder if it continues.
 */
export function mayBecomePlaceholder(text: string): boolean {
  const [kind] = KINDS.filter(({ open }) => endOf(open, text, 0) !== undefined);
  if (kind === undefined || text.length > LONGEST_PLACEHOLDER) return false;
  const [, words] = BEGINNING.exec(text.slice(endOf(kind.open, text, 0))) ?? [];
  return words !== undefined && beginsType(words.replace(GAP_SIGNS, ""));
}

/**
 * Matches letters, then digits, with gaps anywhere. The text may end with the beginning of a gap or
 * a bracket.
 */
const BEGINNING = new RegExp(
  `^((?:${GAP_SIGN}*[\\p{L}\\p{M}])*)${GAP_SIGN}*(?:[0-9\\uff10-\\uff19]${GAP_SIGN}*)*${SUFFIX}${BLANK}(?:\\\\{1,2}(?:u[0-9a-f]*)?|[&%][#0-9a-z]*)?$`,
  "iu",
);
const GAP_SIGNS = new RegExp(GAP_SIGN, "giu");

function matchAt(text: string, start: number, { open, close }: Brackets) {
  const from = endOf(open, text, start);
  if (from === undefined) return undefined;
  BODY.lastIndex = from;
  const [, words = "", number = "", suffix = ""] = BODY.exec(text) ?? [];
  const end = words === "" ? undefined : endOf(close, text, BODY.lastIndex);
  const type = typeOfWords(words.split(GAPS));
  if (end === undefined || type === undefined || end - start > LONGEST_PLACEHOLDER)
    return undefined;
  const placeholder = `[${type}_${Number(number.normalize("NFKC"))}]`;
  return { start, end, placeholder, suffix, percentEncoded: text.charAt(start) === "%" };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
