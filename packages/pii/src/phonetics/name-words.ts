/* Word boundaries by tables: testing each character with a regular expression is slow. */

export const LETTERS = 1;
export const LETTERS_AND_NUMBERS = 3;

const LETTER = 1;
const NUMBER = 2;
const JOINER = 4;
const CAPITAL = 8;
const HALF = 16;
const KNOWN = 32;

const PATTERNS: readonly (readonly [number, RegExp])[] = [
  [LETTER, /^[\p{L}\p{M}]/u],
  [NUMBER, /^\p{N}/u],
  [JOINER, /^['’-]/],
  [CAPITAL, /^\p{Lu}/u],
];

const kinds = new Uint8Array(0x10000);

/** Where the first word at or after `from` begins; -1 for none. */
export function startOfWord(text: string, from: number, alphabet: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] || learn(unit);
    if ((kind & alphabet) !== 0) return at;
    if ((kind & HALF) !== 0 && (kindOf(text.slice(at, at + 2)) & alphabet) !== 0) return at;
  }
  return -1;
}

/** Where the word that begins at `start` ends; apostrophes and hyphens may be inside. */
export function endOfWord(text: string, start: number, alphabet: number): number {
  const inside = alphabet | JOINER;
  let at = start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kinds[unit] || learn(unit);
    if ((kind & inside) !== 0) continue;
    if ((kind & HALF) === 0 || (kindOf(text.slice(at, at + 2)) & alphabet) === 0) break;
    at += 1;
  }
  return at;
}

export function isCapitalAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const kind = kinds[unit] || learn(unit);
  const whole = (kind & HALF) === 0 ? kind : kindOf(text.slice(at, at + 2));
  return (whole & CAPITAL) !== 0;
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
