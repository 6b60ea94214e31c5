const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts without spaces between words, so every part of a text may be a word. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const INSIDE_WORDS = 1;
const BETWEEN_WORDS = 2;
const kinds = new Uint8Array(0x10000);

function isWordUnit(unit: number): boolean {
  const kind = kinds[unit] || learn(unit);
  return kind === INSIDE_WORDS;
}

export function isBoundary(before: number, unit: number): boolean {
  return !(isWordUnit(before) && isWordUnit(unit));
}

function learn(unit: number): number {
  const character = String.fromCharCode(unit);
  const inside = WORD.test(character) && !WITHOUT_SPACES.test(character);
  const kind = inside ? INSIDE_WORDS : BETWEEN_WORDS;
  kinds[unit] = kind;
  return kind;
}
