import type { Span } from "../../../finding.ts";

/** A word of a line: letters, digits, and signs inside abbreviations ("P.O.", "c/o", "12-14"). */
export interface Word extends Span {
  readonly text: string;
  /** `text` in lower case, without full stops. */
  readonly key: string;
  /** Whether a full stop follows, or a slash that abbreviates the word ("C/ Mayor"). */
  readonly dotted: boolean;
}

const LONGEST = 40;
const DOT = 46;
const SLASH = 47;
/**
 * Bits for each code unit: whether it can be anywhere in a word (WORD) or only inside it (INNER),
 * and whether `Word.key` contains it unchanged (SMALL).
 */
const WORD = 1;
const INNER = 2;
const SMALL = 4;
const KINDS = new Uint8Array(0x10000);
for (let code = 0xc0; code < KINDS.length; code += 1) if (isLetterOf(code)) KINDS[code] = WORD;
for (const inner of "'-./\u2019")
  KINDS[inner.charCodeAt(0)] = inner === "-" ? INNER | SMALL : INNER;
for (let code = 0; code < 128; code += 1) {
  const written = String.fromCharCode(code);
  if (/[A-Z]/.test(written)) KINDS[code] = WORD;
  else if (/[a-z0-9]/.test(written)) KINDS[code] = WORD | SMALL;
}

/**
 * Returns whether the code unit is a letter. It includes U+2206, the increment sign, because badly
 * converted texts have it instead of a capital delta.
 */
function isLetterOf(code: number): boolean {
  if (code === 0xd7 || code === 0xf7) return false;
  return code < 0x2000 || code >= 0x2c00 || code === 0x2206;
}

/** Returns up to `most` words after `at` on the same line, separated only by one or two blanks. */
export function wordsAfter(text: string, at: number, most: number): Word[] {
  const first = firstWordAfter(text, at);
  return first === undefined ? [] : wordsFrom(text, first, most);
}

export function firstWordAfter(text: string, at: number): Word | undefined {
  return wordAt(text, skipBlanks(text, at));
}

export function wordsFrom(text: string, first: Word, most: number): Word[] {
  const words = [first];
  for (let last = first; words.length < most; ) {
    const from = last.end + (last.dotted ? 1 : 0);
    const start = skipBlanks(text, from);
    const word = start === from ? undefined : wordAt(text, start);
    if (word === undefined) break;
    words.push(word);
    last = word;
  }
  return words;
}

/** Returns up to `most` words before `at`, in text order. */
export function wordsBefore(text: string, at: number, most: number): Word[] {
  const words: Word[] = [];
  for (let to = at; words.length < most; ) {
    const end = skipBlanksBack(text, to);
    const word = end === to ? undefined : wordAt(text, startOfWord(text, end));
    if (word === undefined || word.end + (word.dotted ? 1 : 0) !== end) break;
    words.push(word);
    to = word.start;
  }
  return words.reverse();
}

function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < LONGEST && isInner(text.charCodeAt(start - 1))) start -= 1;
  while (start < end && !isWordCode(text.charCodeAt(start))) start += 1;
  return start;
}

export function isCapital({ text }: Word): boolean {
  const code = text.charCodeAt(0);
  if (code < 128) return code >= 65 && code <= 90;
  const first = text.charAt(0);
  return first !== first.toLowerCase();
}

export function isUpper({ text }: Word): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase();
}

/** Returns whether the span is a year of the last or this century, judging by its digits. */
export function isYear(text: string, { start, end }: Span): boolean {
  return end - start === 4 && /^(?:19|20)\d\d$/.test(text.slice(start, end));
}

export function isWordCode(code: number): boolean {
  return ((KINDS[code] ?? 0) & WORD) !== 0;
}

/**
 * Caches the words of `text` while `work` runs, because neighboring numbers of an address read the
 * same words.
 */
export function readingOnce<Result>(text: string, work: () => Result): Result {
  memory.text = text;
  try {
    return work();
  } finally {
    memory.text = "";
    memory.words.fill(undefined);
  }
}

const SLOTS = 128;
const memory = { text: "", words: new Array<Word | undefined>(SLOTS).fill(undefined) };

function wordAt(text: string, start: number): Word | undefined {
  if (!isWordCode(text.charCodeAt(start))) return undefined;
  if (text !== memory.text) return readWord(text, start);
  const slot = start % SLOTS;
  const known = memory.words[slot];
  if (known?.start === start) return known;
  const word = readWord(text, start);
  memory.words[slot] = word;
  return word;
}

function readWord(text: string, start: number): Word {
  let end = start;
  let shared = SMALL;
  while (end - start < LONGEST) {
    const kind = KINDS[text.charCodeAt(end)] ?? 0;
    if (kind === 0) break;
    shared &= kind;
    end += 1;
  }
  while (!isWordCode(text.charCodeAt(end - 1))) end -= 1;
  const written = text.slice(start, end);
  return {
    start,
    end,
    text: written,
    key: shared === SMALL ? written : keyOf(written),
    dotted:
      text.charCodeAt(end) === DOT ||
      (text.charCodeAt(end) === SLASH && isBlank(text.charCodeAt(end + 1))),
  };
}

function keyOf(written: string): string {
  const lower = written.toLowerCase();
  return lower.includes(".") ? lower.replaceAll(".", "") : lower;
}

function isInner(code: number): boolean {
  return (KINDS[code] ?? 0) !== 0;
}

/** Returns the end of the blanks at `at`, two at most. */
export function skipBlanks(text: string, at: number): number {
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
