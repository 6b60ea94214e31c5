export const SPACE = 0;
export const LETTER = 1;
export const DIGIT = 2;
const OTHER = 3;

export const UPPER = 1;
export const LOWER = 2;
const UNCASED = 3;

// Cached, because the global is slow to reach inside the test runner.
const { fromCharCode } = String;

const SIZE = 0x10000;

/** The kind of each code unit: SPACE, LETTER (including marks), DIGIT or OTHER. */
export const KINDS = new Uint8Array(SIZE);
/** The case of each code unit: UPPER, LOWER, UNCASED or 0. */
export const CASES = new Uint8Array(SIZE);
/**
 * The lower-case form of each code unit, or the unit itself if that form is longer than one unit.
 */
export const LOWERED = new Uint16Array(SIZE);
/** `LOWERED` in the low half, with the kind and the case above it: one look-up instead of three. */
export const UNITS = new Uint32Array(SIZE);
export const KIND_SHIFT = 16;
export const CASE_SHIFT = 18;
export const LOW_HALF = 0xffff;
/** The lower-case form of each code unit without diacritics: "ö" becomes "o", "Ł" becomes "l". */
export const FOLDED = new Uint16Array(SIZE);

const LETTERS = /[\p{L}\p{M}]/u;
const UPPERS = /[\p{Lu}\p{Lt}]/u;
const LOWERS = /\p{Ll}/u;
const DIGITS = /\p{Nd}/u;
const SPACES = /[\s\u200b\ufeff]/u;
const STROKES: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  ı: "i",
  đ: "d",
  ħ: "h",
  ŧ: "t",
};

for (let unit = 0; unit < SIZE; unit += 1) {
  LOWERED[unit] = unit;
  FOLDED[unit] = unit;
  if (isSurrogate(unit)) KINDS[unit] = OTHER;
  else if (isIdeographOrHangul(unit)) setLetter(unit, UNCASED);
  else classify(unit);
}
setLetter(0xad, UNCASED);
for (let unit = 0; unit < SIZE; unit += 1)
  UNITS[unit] =
    (LOWERED[unit] ?? 0) | ((KINDS[unit] ?? 0) << KIND_SHIFT) | ((CASES[unit] ?? 0) << CASE_SHIFT);

function classify(unit: number): void {
  const character = fromCharCode(unit);
  if (LETTERS.test(character)) classifyLetter(unit, character);
  else if (DIGITS.test(character)) KINDS[unit] = DIGIT;
  else KINDS[unit] = SPACES.test(character) ? SPACE : OTHER;
}

function classifyLetter(unit: number, character: string): void {
  setLetter(unit, UPPERS.test(character) ? UPPER : LOWERS.test(character) ? LOWER : UNCASED);
  const lower = character.toLowerCase();
  if (lower.length === 1) LOWERED[unit] = lower.charCodeAt(0);
  FOLDED[unit] = (STROKES[lower] ?? lower.normalize("NFD")).charCodeAt(0);
}

function setLetter(unit: number, letterCase: number): void {
  KINDS[unit] = LETTER;
  CASES[unit] = letterCase;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * Returns whether the unit is in one of these blocks. They fill two thirds of the plane, so that
 * testing each unit with a regular expression would be slow.
 */
function isIdeographOrHangul(unit: number): boolean {
  return (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
}
