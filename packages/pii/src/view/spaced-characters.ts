import type { Edit } from "./edit.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
/** Fewer letters or digits with blanks between are initials or a list. */
const LEAST = 4;
const BLANKS_BETWEEN_WORDS = 4;
const EMOJI =
  /(?:[\p{Extended_Pictographic}\p{Regional_Indicator}][\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]*)+/uy;
const MAY_BE_EMOJI = /[\ud83c-\ud83e\u2600-\u27bf\u2b50]/g;

/** `D E 8 9  3 7 0 4`, `K l e i n`, and emoji between digits. */
export function spacedCharactersIn(text: string, mayHaveEmoji = true): readonly Edit[] {
  const spaced = spacesIn(text);
  const emoji = mayHaveEmoji ? emojiIn(text) : NONE;
  if (emoji.length === 0) return spaced;
  return [...spaced, ...emoji].sort((a, b) => a.start - b.start);
}

function spacesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const last = text.length - 2;
  for (let at = 1; at < last; at += 1) {
    if (text.charCodeAt(at) !== BLANK) continue;
    const mayGoOn = text.charCodeAt(at + 2) === BLANK || text.charCodeAt(at + 1) === BLANK;
    if (!mayGoOn || !isSingle(text, at - 1) || !isSingle(text, pastBlanks(text, at))) continue;
    const run = runFrom(text, at);
    if (run.count >= LEAST) for (const edit of run.edits) edits.push(edit);
    at = run.end - 1;
  }
  return edits;
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

/** A letter or digit on its own, and not the first of "u.a.". */
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
