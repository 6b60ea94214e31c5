import type { Edit } from "../edits/edit.ts";

/** Cached: looking up a global object is slow under the test runner's module loader. */
const { max } = Math;

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
/**
 * Minimum number of letters or digits in a run, because fewer with spaces between them are initials
 * or a list.
 */
const LEAST = 4;
const BLANKS_BETWEEN_WORDS = 4;
/**
 * Distance between the places that are tested: one code unit less than the extent of the spaces in
 * the shortest run.
 */
const STEP = 2 * (LEAST - 1) - 2;
const EMOJI =
  /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}][\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]*)+/uy;
const MAY_BE_EMOJI = /[\ud83c-\ud83e\u2600-\u27bf\u2b50]/g;

/** Finds spaced characters such as `D E 8 9  3 7 0 4` and `K l e i n`, and emoji between digits. */
export function spacedCharactersIn(text: string, mayHaveEmoji = true): readonly Edit[] {
  const spaced = spacesIn(text);
  const emoji = mayHaveEmoji ? emojiIn(text) : NONE;
  if (emoji.length === 0) return spaced;
  return [...spaced, ...emoji].sort((a, b) => a.start - b.start);
}

/**
 * Looks at every fourth place and the one after it. In any run, one of them is a space, because no
 * two characters of a run adjoin and its spaces extend over at least five code units.
 */
function spacesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const last = text.length - 2;
  let free = 1;
  for (let place = STEP; place < last; place += STEP) {
    if (!mayBeInRun(text, place) && !mayBeInRun(text, place + 1)) continue;
    const run = firstRun(text, max(free, place - STEP + 1), place);
    if (run === undefined) continue;
    for (const edit of run.edits) edits.push(edit);
    free = run.end;
    place = run.end - 1;
  }
  return edits;
}

/** Returns whether there is a space at `at`, and another one at most two code units away. */
function mayBeInRun(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== BLANK) return false;
  return (
    text.charCodeAt(at + 2) === BLANK ||
    text.charCodeAt(at - 2) === BLANK ||
    text.charCodeAt(at + 1) === BLANK ||
    text.charCodeAt(at - 1) === BLANK
  );
}

/** Returns the first run that is long enough and whose first space is between `from` and `to`. */
function firstRun(text: string, from: number, to: number) {
  for (let at = from; at <= to; at += 1) {
    if (text.charCodeAt(at) !== BLANK) continue;
    if (!isSingle(text, at - 1) || !isSingle(text, pastBlanks(text, at))) continue;
    const run = runFrom(text, at);
    if (run.count >= LEAST) return run;
    at = run.end - 1;
  }
  return undefined;
}

function runFrom(text: string, at: number) {
  const edits: Edit[] = [];
  let count = 1;
  let blank = at;
  for (;;) {
    const end = pastBlanks(text, blank);
    if (end === blank || !isSingle(text, end)) break;
    const isBetweenWords = end - blank > 1;
    edits.push({ start: blank, end, value: isBetweenWords ? " " : "" });
    count += 1;
    blank = end + 1;
  }
  return { edits, count, end: blank };
}

function pastBlanks(text: string, at: number): number {
  let end = at;
  while (end - at < BLANKS_BETWEEN_WORDS && text.charCodeAt(end) === BLANK) end += 1;
  return end;
}

/**
 * Returns whether a separate letter or digit is at `at`. The first letter of "u.a." does not count.
 */
function isSingle(text: string, at: number): boolean {
  if (!isWord(text, at) || isWord(text, at - 1) || isWord(text, at + 1)) return false;
  return text.charAt(at + 1) !== "." || !isWord(text, at + 2);
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? ASCII_WORDS[code] === 1 : LETTER_OR_DIGIT.test(text.charAt(at));
}

function emojiIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  MAY_BE_EMOJI.lastIndex = 0;
  for (let match = MAY_BE_EMOJI.exec(text); match !== null; match = MAY_BE_EMOJI.exec(text)) {
    EMOJI.lastIndex = match.index;
    if (!EMOJI.test(text)) continue;
    const edit = betweenDigits(text, match.index, EMOJI.lastIndex);
    if (edit !== undefined) edits.push(edit);
    MAY_BE_EMOJI.lastIndex = EMOJI.lastIndex;
  }
  return edits;
}

function betweenDigits(text: string, emojiStart: number, emojiEnd: number): Edit | undefined {
  const start = text.charCodeAt(emojiStart - 1) === BLANK ? emojiStart - 1 : emojiStart;
  const end = text.charCodeAt(emojiEnd) === BLANK ? emojiEnd + 1 : emojiEnd;
  if (!isWord(text, start - 1) || !isWord(text, end)) return undefined;
  if (!isDigit(text, start - 1) && !isDigit(text, end)) return undefined;
  return { start, end, value: start === emojiStart && end === emojiEnd ? "" : " " };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const BLANK = 32;
const ASCII_WORDS = Uint8Array.from({ length: 128 }, (_, code) =>
  LETTER_OR_DIGIT.test(String.fromCharCode(code)) ? 1 : 0,
);
const NONE: readonly Edit[] = [];
