/* Finds word boundaries by tables, because testing each character by a pattern is slow. */

export const LETTERS = 1;
export const LETTERS_AND_NUMBERS = 3;
/** For `startOfWord`: a word cannot begin with a combining mark. */
export const FIRST_LETTERS = 64;
export const FIRST_LETTERS_AND_NUMBERS = 66;

const LETTER = 1;
const NUMBER = 2;
const JOINER = 4;
const CAPITAL = 8;
const HALF = 16;
const KNOWN = 32;
const FIRST_LETTER = 64;

const PATTERNS: readonly (readonly [number, RegExp])[] = [
  [LETTER, /^[\p{L}\p{M}]/u],
  [FIRST_LETTER, /^\p{L}/u],
  [NUMBER, /^\p{N}/u],
  [JOINER, /^['’-]/],
  [CAPITAL, /^\p{Lu}/u],
];

const kinds = new Uint8Array(0x10000);

/** Returns where the first word at or after `from` and before `limit` begins, or -1. */
export function startOfWord(
  text: string,
  from: number,
  alphabet: number,
  limit = text.length,
): number {
  for (let at = from; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] || learn(unit);
    if ((kind & alphabet) !== 0) return at;
    if ((kind & HALF) !== 0 && (kindOf(pairAt(text, at, limit)) & alphabet) !== 0) return at;
  }
  return -1;
}

/**
 * Returns where the word that begins at `start` ends, at `limit` at the latest. Apostrophes and
 * hyphens may be inside.
 */
export function endOfWord(
  text: string,
  start: number,
  alphabet: number,
  limit = text.length,
): number {
  const inside = alphabet | JOINER;
  let at = start;
  for (; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] || learn(unit);
    if ((kind & inside) !== 0) continue;
    if ((kind & HALF) === 0 || (kindOf(pairAt(text, at, limit)) & alphabet) === 0) break;
    at += 1;
  }
  return at;
}

/** Returns the words of a part of a text. */
export function wordsBetween(text: string, start: number, end: number): readonly string[] {
  const words: string[] = [];
  for (let at = startOfWord(text, start, FIRST_LETTERS, end); at !== -1; ) {
    const wordEnd = endOfWord(text, at, LETTERS, end);
    words.push(text.slice(at, wordEnd));
    at = startOfWord(text, wordEnd, FIRST_LETTERS, end);
  }
  return words;
}

/** Returns where the letters that end at `end` begin. */
export function startOfLetters(text: string, end: number): number {
  let at = end;
  for (; at > 0; at -= 1) {
    const unit = text.charCodeAt(at - 1);
    const kind = kinds[unit] || learn(unit);
    if ((kind & FIRST_LETTER) !== 0) continue;
    if (!isSecondHalf(unit) || (kindOf(text.slice(at - 2, at)) & FIRST_LETTER) === 0) break;
    at -= 1;
  }
  return at;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

export function isCapitalAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const kind = kinds[unit] || learn(unit);
  const whole = (kind & HALF) === 0 ? kind : kindOf(text.slice(at, at + 2));
  return (whole & CAPITAL) !== 0;
}

function pairAt(text: string, at: number, limit: number): string {
  return text.slice(at, Math.min(at + 2, limit));
}

function learn(unit: number): number {
  const isHalf = unit >= 0xd800 && unit <= 0xdbff;
  const kind = KNOWN | (isHalf ? HALF : kindOf(String.fromCharCode(unit)));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  let kind = 0;
  for (const [bit, pattern] of PATTERNS) if (pattern.test(character)) kind |= bit;
  return kind;
}
