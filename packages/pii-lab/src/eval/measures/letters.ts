import type { Span } from "@veil/pii/spans";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * The offsets of the letters and digits in these stretches, each once however the stretches overlap. A
 * character of two code units has the offset of the first.
 */
export function lettersIn(text: string, stretches: readonly Span[]): ReadonlySet<number> {
  const letters = new Set<number>();
  for (const { start, end } of stretches)
    for (let at = start; at < end; at += 1)
      if (LETTER_OR_DIGIT.test(characterAt(text, at))) letters.add(at);
  return letters;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
