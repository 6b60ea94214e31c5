import type { Span } from "@veil/pii/spans";

/** A part of a text with its surroundings. */
export interface Excerpt {
  readonly excerpt: string;
  readonly note: string;
}

/** How many code units an excerpt shows on each side. */
const AROUND = 50;

/**
 * Returns the span between ⟦ and ⟧ with its surroundings, on one line, and replaces characters that
 * are invisible, or change the order of others, by their code points.
 */
export function excerptOf(text: string, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return `${before}⟦${text.slice(start, end)}⟧${after}`
    .replace(/\s+/gu, " ")
    .replace(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
