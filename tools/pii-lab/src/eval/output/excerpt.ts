import type { Span } from "@veil/pii/spans";

/** A part of a text in context, and a note about it. */
export interface Excerpt {
  readonly excerpt: string;
  readonly note: string;
}

/** The number of code units of context on each side. */
const AROUND = 50;

/**
 * Returns the span in its context, between ⟦ and ⟧ and on one line. Replaces characters that are
 * invisible or change the direction of text with their code points.
 */
export function excerptOf(text: string, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return `${before}⟦${text.slice(start, end)}⟧${after}`
    .replace(/\s+/gu, " ")
    .replace(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
