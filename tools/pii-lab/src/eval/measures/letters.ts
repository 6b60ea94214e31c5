import type { Span } from "@veil/pii/spans";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the offsets of letters and digits in spans. A surrogate pair counts once, at its start.
 */
export function lettersIn(text: string, spans: readonly Span[]): ReadonlySet<number> {
  const letters = new Set<number>();
  for (const { start, end } of spans)
    for (let at = start; at < end; at += 1)
      if (LETTER_OR_DIGIT.test(characterAt(text, at))) letters.add(at);
  return letters;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
