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
/** Of a code unit: part of a word wherever it stands, or inside it only; and what a key has as it is written. */
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

/** U+2206, the increment sign, stands for a capital delta in texts that were converted badly. */
function isLetterOf(code: number): boolean {
  if (code === 0xd7 || code === 0xf7) return false;
  return code < 0x2000 || code >= 0x2c00 || code === 0x2206;
}

/** Up to `most` words after `at`, each after one or two blanks, on the same line and without other punctuation between them. */
export function wordsAfter(text: string, at: number, most: number): Word[] {
  const first = firstWordAfter(text, at);
  return first === undefined ? [] : wordsFrom(text, first, most);
}

/** The first of `wordsAfter`, for a look at it before the rest is read. */
export function firstWordAfter(text: string, at: number): Word | undefined {
  return wordAt(text, skipBlanks(text, at));
}

/** The word `first` and those after it, up to `most` in all. */
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

/** Up to `most` words before `at`, in the order of the text. */
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
  return ((KINDS[code] ?? 0) & WORD) !== 0;
}

/**
 * While `work` runs, a word of `text` that several look at is read once: the numbers of an address, and what stands
 * between them, read each other's words. Nothing of the text is kept afterwards.
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
/** The words read last, each in the slot that its start says. */
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

/** The end of the blanks at `at`, of which there may be two. */
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
