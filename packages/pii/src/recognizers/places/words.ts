import type { Span } from "../../finding.ts";

/** A word of a line: letters, digits, and what may stand inside an abbreviation ("P.O.", "c/o", "12-14"). */
export interface Word extends Span {
  /** As written, without a full stop at its end. */
  readonly text: string;
  /** In lower case, without full stops. */
  readonly key: string;
  /** Whether a full stop follows directly, or a stroke that shortens it ("C/ Mayor"). */
  readonly dotted: boolean;
}

const LONGEST = 40;
const DOT = 46;
const SLASH = 47;
const INNER = new Set([39, 45, DOT, 47, 0x2019]);

/** Up to `most` words after `at`, each after one or two blanks, on the same line and without other punctuation between them. */
export function wordsAfter(text: string, at: number, most: number): Word[] {
  const words: Word[] = [];
  for (let from = at; words.length < most; ) {
    const start = skipBlanks(text, from);
    if (start === from && words.length > 0) break;
    const word = wordAt(text, start);
    if (word === undefined) break;
    words.push(word);
    from = word.end + (word.dotted ? 1 : 0);
  }
  return words;
}

/** Up to `most` words before `at`, in the order of the text. */
export function wordsBefore(text: string, at: number, most: number): Word[] {
  const words: Word[] = [];
  for (let to = at; words.length < most; ) {
    const end = skipBlanksBack(text, to);
    const word = end === to ? undefined : wordAt(text, startOfWord(text, end));
    if (word === undefined || word.end + (word.dotted ? 1 : 0) !== end) break;
    words.unshift(word);
    to = word.start;
  }
  return words;
}

function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < LONGEST && isInner(text.charCodeAt(start - 1))) start -= 1;
  while (start < end && !isWordCode(text.charCodeAt(start))) start += 1;
  return start;
}

/** Whether the word begins with a capital letter. */
export function isCapital({ text }: Word): boolean {
  const code = text.charCodeAt(0);
  if (code < 128) return code >= 65 && code <= 90;
  const first = text.charAt(0);
  return first !== first.toLowerCase();
}

/** Whether the word has letters and none of them is small. */
export function isUpper({ text }: Word): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase();
}

/** Whether the span is a year of the last or this century, as far as its digits say. */
export function isYear(text: string, { start, end }: Span): boolean {
  return end - start === 4 && /^(?:19|20)\d\d$/.test(text.slice(start, end));
}

/** Letters and digits of any script. */
export function isWordCode(code: number): boolean {
  if (code < 128) {
    return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
  }
  // U+2206, the increment sign, stands for a capital delta in texts that were converted badly.
  return (
    (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
    code >= 0x2c00 ||
    code === 0x2206
  );
}

function wordAt(text: string, start: number): Word | undefined {
  if (!isWordCode(text.charCodeAt(start))) return undefined;
  let end = start;
  let isKey = true;
  for (let code = text.charCodeAt(end); end - start < LONGEST; code = text.charCodeAt(end)) {
    if (!isInner(code)) break;
    isKey &&= isSmall(code);
    end += 1;
  }
  while (!isWordCode(text.charCodeAt(end - 1))) end -= 1;
  const written = text.slice(start, end);
  return {
    start,
    end,
    text: written,
    key: isKey ? written : keyOf(written),
    dotted:
      text.charCodeAt(end) === DOT ||
      (text.charCodeAt(end) === SLASH && isBlank(text.charCodeAt(end + 1))),
  };
}

/** What stays as it is in a key: small letters and digits of ASCII, and hyphens. */
function isSmall(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45;
}

function keyOf(written: string): string {
  const lower = written.toLowerCase();
  return lower.includes(".") ? lower.replaceAll(".", "") : lower;
}

function isInner(code: number): boolean {
  return isWordCode(code) || INNER.has(code);
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (next < at + 2 && isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

function skipBlanksBack(text: string, at: number): number {
  let next = at;
  while (next > at - 2 && next > 0 && isBlank(text.charCodeAt(next - 1))) next -= 1;
  return next;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0;
}
