/** UTF-16 code units that have a meaning in Markdown, HTML or JSON. */
export const UNIT = {
  tab: 0x09,
  lineFeed: 0x0a,
  formFeed: 0x0c,
  carriageReturn: 0x0d,
  blank: 0x20,
  bang: 0x21,
  quote: 0x22,
  apostrophe: 0x27,
  open: 0x28,
  close: 0x29,
  asterisk: 0x2a,
  plus: 0x2b,
  comma: 0x2c,
  hyphen: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  caret: 0x5e,
  backtick: 0x60,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  tilde: 0x7e,
  byteOrderMark: 0xfeff,
} as const;

export function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLineEnd(unit: number): boolean {
  return unit === UNIT.lineFeed || unit === UNIT.carriageReturn;
}

/** Returns whether the unit may precede a block: indentation, or a marker of a quote or a list. */
export function isBeforeBlock(unit: number): boolean {
  return BEFORE_BLOCK.has(unit) || isDigit(unit);
}

const BEFORE_BLOCK: ReadonlySet<number> = new Set([
  UNIT.tab,
  UNIT.blank,
  UNIT.close,
  UNIT.asterisk,
  UNIT.plus,
  UNIT.hyphen,
  UNIT.dot,
  UNIT.greater,
  UNIT.byteOrderMark,
]);
