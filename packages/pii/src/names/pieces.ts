import type { Span } from "../finding.ts";

/** Maximum length of a piece in UTF-16 code units; work arrays take about 100 bytes per unit. */
export const MAX_PIECE = 32_768;

const NEWLINE = "\n";

/**
 * Splits a text into pieces at line ends. Splits a line that is too long for one piece at a space,
 * or anywhere if it has none.
 */
export function* piecesOf(text: string, max = MAX_PIECE): Generator<Span> {
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= max ? text.length : cutBefore(text, start, start + max);
    yield { start, end };
    start = end;
  }
}

function cutBefore(text: string, start: number, end: number): number {
  const line = text.lastIndexOf(NEWLINE, end - 1);
  if (line > start) return line + 1;
  const blank = text.lastIndexOf(" ", end - 1);
  return blank > start ? blank + 1 : end;
}
