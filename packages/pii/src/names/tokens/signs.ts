import { SHAPES } from "./tokens.ts";

const { imul, min } = Math;

const SIGN_SHAPES: readonly (readonly [string, number])[] = [
  [".", SHAPES.FULL_STOP],
  [",", SHAPES.COMMA],
  [":", SHAPES.COLON],
  ["-", SHAPES.HYPHEN],
  ["'’", SHAPES.APOSTROPHE],
  ['"“”„', SHAPES.QUOTE],
  ["()", SHAPES.PARENTHESIS],
  ["@", SHAPES.AT],
  ["/\\_", SHAPES.SLASH],
];
const SHAPE_OF = new Uint8Array(0x10000).fill(SHAPES.OTHER_SIGN);
for (const [signs, shape] of SIGN_SHAPES)
  for (const sign of signs) SHAPE_OF[sign.charCodeAt(0)] = shape;
const ASTRAL = 0x1f600;
const LONG_NUMBER = 5;

export function signShape(unit: number): number {
  return SHAPE_OF[unit] ?? SHAPES.OTHER_SIGN;
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

export function isLowSurrogate(text: string, at: number): boolean {
  const unit = at < text.length ? text.charCodeAt(at) : 0;
  return unit >= 0xdc00 && unit < 0xe000;
}

export function signHash(unit: number): number {
  return imul((isHighSurrogate(unit) ? ASTRAL : unit) + 77, 0x85ebca6b);
}

/** Returns the hash of a number, which depends only on its number of digits, up to five. */
export function numberHash(digits: number): number {
  return imul(0x2545f491 + min(digits, LONG_NUMBER), 0x9e3779b1);
}

export const OWNED_HASH = imul(0x5bd1e995, 0x9e3779b1);
