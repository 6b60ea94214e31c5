import type { Gap } from "../view.ts";

/**
 * Values that neither begin nor end any construct of Markdown or HTML, whatever surrounds them, and stay on one line:
 * names, numbers, addresses. An ampersand only where it cannot begin a character reference.
 */
const HARMLESS =
  /^[\p{L}\p{N}(+@](?:[\p{L}\p{M}\p{N}\p{Pd} \u00a0\u202f.,'’:;/@_+()#%=?$€]|&(?= ))*$/u;
const LAST = /[^\s]$/u;

/** Whether a stream may restore it where the text allows it. */
export function isHarmless({ value, percentEncoded }: Gap): boolean {
  return !percentEncoded && HARMLESS.test(value) && LAST.test(value);
}

/** Whether what surrounds placeholders cannot join with their values: no references, nothing after `]`. */
export function isHarmlessAround(pieces: readonly string[]): boolean {
  return (
    !pieces.some((piece) => piece.includes("&")) &&
    !pieces.slice(0, -1).some((piece) => piece.endsWith("]"))
  );
}
