const ASTRAL = /[\u{10000}-\u{10ffff}]/u;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * From offsets that count code points, as Python does, to UTF-16 code units. Gives undefined for an offset
 * that the text has not.
 */
export function codePointOffsets(text: string): (offset: number) => number | undefined {
  if (!ASTRAL.test(text)) return (offset) => (isWithin(offset, text.length) ? offset : undefined);
  const units: number[] = [];
  let at = 0;
  for (const character of text) {
    units.push(at);
    at += character.length;
  }
  units.push(at);
  return (offset) => units[offset];
}

/** The text with U+FFFD for every half of a pair that stands alone, which UTF-8 has no form for. As long as before. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

function isWithin(offset: number, length: number): boolean {
  return Number.isInteger(offset) && offset >= 0 && offset <= length;
}
