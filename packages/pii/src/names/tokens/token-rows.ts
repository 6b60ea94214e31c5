import { CASES, LOWERED, UPPER } from "../../text/character-tables.ts";
import { HASH_SEED, hashStep } from "../../text/hashes.ts";
import { lexiconClass } from "../lexicon/lexicon-class.ts";
import { word } from "../lexicon/word-facts.ts";
import { at, SHAPE_BITS, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens.ts";

/**
 * Differs from the seed of prefixes, because "an" as a prefix and "an" as a suffix are different
 * features.
 */
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
  tokens.suffix2[row] = hash;
  tokens.suffix3[row] = hash;
}

export function addWordRow(tokens: Tokens, line: number, position: number): void {
  const row = addRow(tokens, word.start, word.end, line, position);
  const shape = wordShape();
  tokens.kind[row] = TOKEN_KINDS.WORD;
  tokens.shape[row] = shape;
  tokens.lower[row] = word.lower;
  tokens.flags[row] = word.flags;
  tokens.wordClass[row] = word.wordClass;
  tokens.signature[row] = shape + (lexiconClass(word.flags) << SHAPE_BITS);
  const hash1 = suffixStep(SUFFIX_SEED, word.text, word.start, word.end - 1);
  const hash2 = suffixStep(hash1, word.text, word.start, word.end - 2);
  tokens.suffix2[row] = hash2;
  tokens.suffix3[row] = suffixStep(hash2, word.text, word.start, word.end - 3);
}

/** Fills the columns that only the token's own features read. */
export function spellCandidates(tokens: Tokens, text: string): void {
  const { candidate, kind, count } = tokens;
  for (let row = 0; row < count; row += 1) {
    if (candidate[row] !== 1) continue;
    if (kind[row] === TOKEN_KINDS.WORD) spellWord(tokens, row, text);
    else spellSign(tokens, row);
  }
}

function spellSign(tokens: Tokens, row: number): void {
  const hash = at(tokens.lower, row);
  tokens.exact[row] = hash;
  tokens.prefix1[row] = hash;
  tokens.prefix2[row] = hash;
  tokens.prefix3[row] = hash;
  tokens.prefix4[row] = hash;
  tokens.suffix1[row] = hash;
  tokens.suffix4[row] = hash;
}

function spellWord(tokens: Tokens, row: number, text: string): void {
  const [start, end] = [at(tokens.start, row), at(tokens.end, row)];
  let exact = HASH_SEED;
  for (let index = start; index < end; index += 1) exact = hashStep(exact, text.charCodeAt(index));
  const hash1 = prefixStep(HASH_SEED, text, start, end);
  const hash2 = prefixStep(hash1, text, start + 1, end);
  const hash3 = prefixStep(hash2, text, start + 2, end);
  tokens.exact[row] = exact;
  tokens.prefix1[row] = hash1;
  tokens.prefix2[row] = hash2;
  tokens.prefix3[row] = hash3;
  tokens.prefix4[row] = prefixStep(hash3, text, start + 3, end);
  tokens.suffix1[row] = suffixStep(SUFFIX_SEED, text, start, end - 1);
  tokens.suffix4[row] = suffixStep(at(tokens.suffix3, row), text, start, end - 4);
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

function prefixStep(hash: number, text: string, index: number, end: number): number {
  return index < end ? hashStep(hash, LOWERED[text.charCodeAt(index)] ?? 0) : hash;
}

function suffixStep(hash: number, text: string, start: number, index: number): number {
  return index >= start ? hashStep(hash, LOWERED[text.charCodeAt(index)] ?? 0) : hash;
}
