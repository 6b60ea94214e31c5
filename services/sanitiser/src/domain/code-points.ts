const ASTRAL = /[\u{10000}-\u{10ffff}]/u;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Converts offsets in code points (Python) to UTF-16 code units; undefined for an offset outside the text. */
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

/** Replaces lone surrogates by U+FFFD, as UTF-8 cannot encode them. The length stays. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

function isOffset(offset: number, length: number): boolean {
  return Number.isInteger(offset) && offset >= 0 && offset <= length;
}
