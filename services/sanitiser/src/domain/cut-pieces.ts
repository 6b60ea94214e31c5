export interface Piece {
  readonly start: number;
  readonly text: string;
}

interface PieceLength {
  readonly most: number;
  /**
   * How many characters a piece repeats from the end of the previous piece, so that values at a cut
   * are found. At most half of `most`.
   */
  readonly overlap: number;
}

/** A piece ends at most this many characters before its maximum length to end at a blank. */
const MAX_BLANK_DISTANCE = 200;

/** Cuts a text into pieces, at blanks where possible and never inside a surrogate pair. */
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
  for (let at = latest; at > latest - MAX_BLANK_DISTANCE && at > 0; at -= 1)
    if (isBlank(text.charCodeAt(at - 1))) return at;
  return isLowSurrogate(text.charCodeAt(latest)) ? latest - 1 : latest;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
