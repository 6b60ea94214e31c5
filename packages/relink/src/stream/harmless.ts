import type { ValueSlot } from "../view.ts";

/**
 * Matches values that in any surroundings neither begin nor end a construct of Markdown or HTML,
 * and stay on one line: names, numbers, addresses. It allows an ampersand only where it cannot
 * begin a character reference.
 */
const HARMLESS =
  /^[\p{L}\p{N}(+@](?:[\p{L}\p{M}\p{N}\p{Pd} \u00a0\u202f.,'’:;/@_+()#%=?$€]|&(?= ))*$/u;
const LAST = /[^\s]$/u;

/** Returns whether a stream may restore the slot where the text allows it. */
export function isHarmless({ value, percentEncoded }: ValueSlot): boolean {
  return !percentEncoded && HARMLESS.test(value) && LAST.test(value);
}

/**
 * Returns whether the text around placeholders cannot join with their values: no references,
 * nothing after `]`.
 */
export function isHarmlessAround(pieces: readonly string[]): boolean {
  return (
    !pieces.some((piece) => piece.includes("&")) &&
    !pieces.slice(0, -1).some((piece) => piece.endsWith("]"))
  );
}
