/** A stretch of a text, and where it begins there. */
export interface Piece {
  readonly start: number;
  readonly text: string;
}

interface PieceLength {
  /** In UTF-16 code units. */
  readonly most: number;
  /** What a piece repeats of the one before, so that nothing is found in halves alone. At most half of `most`. */
  readonly overlap: number;
}

/** How far back from the longest possible end a blank is looked for. */
const BLANK_WITHIN = 200;

/** The text in pieces, cut at blanks where there are any near, and never within a character. */
export function cutPieces(text: string, { most, overlap }: PieceLength): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  while (text.length - start > most) {
    const end = cutBefore(text, start + most);
    pieces.push({ start, text: text.slice(start, end) });
    start = Math.max(start + 1, cutBefore(text, end - overlap));
  }
  pieces.push({ start, text: text.slice(start) });
  return pieces;
}

function cutBefore(text: string, latest: number): number {
  for (let at = latest; at > latest - BLANK_WITHIN && at > 0; at -= 1)
    if (isBlank(text.charCodeAt(at - 1))) return at;
  return isLowSurrogate(text.charCodeAt(latest)) ? latest - 1 : latest;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
