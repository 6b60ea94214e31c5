import type { ValueSlot } from "../view.ts";

/**
 * Matches values that stay on one line and, in any context, neither begin nor end a construct of
 * Markdown or HTML: names, numbers, addresses. An ampersand is allowed only where it cannot begin a
 * character reference.
 */
const HARMLESS =
  /^[\p{L}\p{N}(+@](?:[\p{L}\p{M}\p{N}\p{Pd} \u00a0\u202f.,'’:;/@_+()#%=?$€]|&(?= ))*$/u;

/** Returns whether a stream may restore the slot where the text allows it. */
export function isHarmless({ value, percentEncoded }: ValueSlot): boolean {
  return !percentEncoded && HARMLESS.test(value) && !/\s$/u.test(value);
}

/**
 * Returns whether the text around placeholders cannot combine with their values: it has no
 * references, and no placeholder follows `]`.
 */
export function isHarmlessAround(pieces: readonly string[]): boolean {
  return (
    !pieces.some((piece) => piece.includes("&")) &&
    !pieces.slice(0, -1).some((piece) => piece.endsWith("]"))
  );
}
