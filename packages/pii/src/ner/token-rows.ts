import { CASES, LOWERED, UPPER } from "./character-tables.ts";
import { HASH_SEED, hashStep } from "./hashes.ts";
import { lexiconClass } from "./lexicon-class.ts";
import { SHAPE_BITS, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens.ts";
import { word } from "./word-facts.ts";

/** Differs from the seed of prefixes: "an" as a prefix is another feature than "an" as a suffix. */
export const SUFFIX_SEED = -1640531527;

export function addRow(
  tokens: Tokens,
  start: number,
  end: number,
  line: number,
  position: number,
): number {
  const row = tokens.count;
  tokens.count = row + 1;
  tokens.start[row] = start;
  tokens.end[row] = end;
  tokens.length[row] = end - start;
  tokens.line[row] = line;
  tokens.position[row] = position;
  tokens.glued[row] = row > 0 && tokens.end[row - 1] === start ? 1 : 0;
  return row;
}

export function describe(
  tokens: Tokens,
  row: number,
  kind: number,
  shape: number,
  hash: number,
): void {
  tokens.kind[row] = kind;
  tokens.shape[row] = shape;
  tokens.signature[row] = shape;
  tokens.flags[row] = 0;
  tokens.wordClass[row] = 0;
  tokens.lower[row] = hash;
  tokens.exact[row] = hash;
  tokens.prefix1[row] = hash;
  tokens.prefix2[row] = hash;
  tokens.prefix3[row] = hash;
  tokens.prefix4[row] = hash;
  tokens.suffix1[row] = hash;
  tokens.suffix2[row] = hash;
  tokens.suffix3[row] = hash;
  tokens.suffix4[row] = hash;
}

export function addWordRow(tokens: Tokens, line: number, position: number): void {
  const row = addRow(tokens, word.start, word.end, line, position);
  const shape = wordShape();
  tokens.kind[row] = TOKEN_KINDS.WORD;
  tokens.shape[row] = shape;
  tokens.lower[row] = word.lower;
  tokens.exact[row] = word.exact;
  tokens.flags[row] = word.flags;
  tokens.wordClass[row] = word.wordClass;
  tokens.signature[row] = shape + (lexiconClass(word.flags) << SHAPE_BITS);
  addPrefixes(tokens, row);
  addSuffixes(tokens, row);
}

function wordShape(): number {
  const { text, start, end, uppers, lowers } = word;
  if (uppers === 0) {
    if (lowers === 0) return SHAPES.UNCASED;
    return end - start === 1 ? SHAPES.LOWER_LETTER : SHAPES.LOWER_WORD;
  }
  if (end - start === 1) return SHAPES.INITIAL;
  if (lowers === 0) return SHAPES.ALL_CAPITALS;
  if (CASES[text.charCodeAt(start)] !== UPPER) return SHAPES.INNER_CAPITAL;
  return uppers === 1 ? SHAPES.CAPITALIZED : SHAPES.CAMEL;
}

function addPrefixes(tokens: Tokens, row: number): void {
  const hash1 = prefixStep(HASH_SEED, 0);
  const hash2 = prefixStep(hash1, 1);
  const hash3 = prefixStep(hash2, 2);
  tokens.prefix1[row] = hash1;
  tokens.prefix2[row] = hash2;
  tokens.prefix3[row] = hash3;
  tokens.prefix4[row] = prefixStep(hash3, 3);
}

function addSuffixes(tokens: Tokens, row: number): void {
  const hash1 = suffixStep(SUFFIX_SEED, 1);
  const hash2 = suffixStep(hash1, 2);
  const hash3 = suffixStep(hash2, 3);
  tokens.suffix1[row] = hash1;
  tokens.suffix2[row] = hash2;
  tokens.suffix3[row] = hash3;
  tokens.suffix4[row] = suffixStep(hash3, 4);
}

function prefixStep(hash: number, index: number): number {
  const at = word.start + index;
  return at < word.end ? hashStep(hash, LOWERED[word.text.charCodeAt(at)] ?? 0) : hash;
}

function suffixStep(hash: number, index: number): number {
  const at = word.end - index;
  return at >= word.start ? hashStep(hash, LOWERED[word.text.charCodeAt(at)] ?? 0) : hash;
}
