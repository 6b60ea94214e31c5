const NEWLINE = 0x0a;
const SPACE = 0x20;
/** The share of a piece after which it may end at a line end. */
const LEAST_SHARE = 0.75;

/**
 * Returns `count` pieces of at most `bytes` of UTF-8 each. Repeats the text if it is too short.
 * Cuts at line ends, otherwise between words.
 */
export function cutTexts(text: string, bytes: number, count: number): readonly string[] {
  const once = Buffer.from(`${text}\n`);
  const all = Buffer.alloc(Math.ceil((bytes * count + bytes) / once.length) * once.length, once);
  const pieces: string[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const end = endOfPiece(all, at, bytes);
    pieces.push(all.toString("utf8", at, end));
    at = end;
  }
  return pieces;
}

/**
 * Searches for single bytes, which is safe because no longer UTF-8 character contains these bytes.
 */
function endOfPiece(all: Buffer, start: number, bytes: number): number {
  const last = start + bytes - 1;
  const lineEnd = all.lastIndexOf(NEWLINE, last);
  if (lineEnd >= start + bytes * LEAST_SHARE) return lineEnd + 1;
  const space = all.lastIndexOf(SPACE, last);
  if (space > start) return space + 1;
  let end = start + bytes;
  while (isContinuation(all[end])) end -= 1;
  return end;
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
