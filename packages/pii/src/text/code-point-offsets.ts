const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

/**
 * Returns a function that converts offsets in code points, as Python counts them, to UTF-16 code
 * units. It returns undefined for an offset outside the text.
 */
export function codePointOffsets(text: string): (offset: number) => number | undefined {
  if (!ASTRAL.test(text)) return (offset) => (isOffset(offset, text.length) ? offset : undefined);
  const units: number[] = [];
  let at = 0;
  for (const character of text) {
    units.push(at);
    at += character.length;
  }
  units.push(at);
  return (offset) => units[offset];
}

function isOffset(offset: number, length: number): boolean {
  return Number.isInteger(offset) && offset >= 0 && offset <= length;
}
