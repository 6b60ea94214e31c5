import { SHAPES } from "./tokens.ts";

/** Taken once: a look-up of a global object costs much where tests run. */
const { imul, min } = Math;

/** A text of signs that are told apart; every other is OTHER_SIGN. */
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
const SHAPE_OF = new Map(
  SIGN_SHAPES.flatMap(([signs, shape]) =>
    Array.from(signs, (sign) => [sign.charCodeAt(0), shape] as const),
  ),
);
/** All surrogate pairs count as the same sign. */
const ASTRAL = 0x1f600;
const LONG_NUMBER = 5;

export function signShape(unit: number): number {
  return SHAPE_OF.get(unit) ?? SHAPES.OTHER_SIGN;
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Whether the second half of a surrogate pair stands at `at`. */
export function isLowSurrogate(text: string, at: number): boolean {
  const unit = at < text.length ? text.charCodeAt(at) : 0;
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Every sign has a hash of its own. */
export function signHash(unit: number): number {
  return imul((isHighSurrogate(unit) ? ASTRAL : unit) + 77, 0x85ebca6b);
}

/** Of a number only how many digits it has counts, up to five. */
export function numberHash(digits: number): number {
  return imul(0x2545f491 + min(digits, LONG_NUMBER), 0x9e3779b1);
}

/** What an address or another claimed stretch counts as. */
export const OWNED_HASH = imul(0x5bd1e995, 0x9e3779b1);
