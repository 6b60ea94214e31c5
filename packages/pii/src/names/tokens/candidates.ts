import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  LAST_NAME,
  spokenBucket,
  writtenBucket,
} from "../lexicon/lexicon.ts";
import { insideCode } from "./code-words.ts";
import { at, LINE_CASES, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens.ts";

/** The 1 500 most common words are in this frequency bucket or a higher one. */
const COMMON = 6;
const COMMONEST = 7;
const INITIAL_MAX = 3;
const INTRODUCES = F.ROLE | F.HONORIFIC;

/**
 * Marks the tokens that the model scores: words with a capital or without case, lower-case words
 * that are unknown or are listed and rare, particles next to such words, and signs that join names.
 */
export function markCandidates(tokens: Tokens, text: string): void {
  const { kind, candidate, count } = tokens;
  for (let row = 0; row < count; row += 1) {
    let is = false;
    if (kind[row] === TOKEN_KINDS.WORD) is = isCandidateWord(tokens, row, text);
    else if (kind[row] === TOKEN_KINDS.SIGN) is = joinsName(tokens, row);
    candidate[row] = is ? 1 : 0;
  }
}

function isCandidateWord(tokens: Tokens, row: number, text: string): boolean {
  const shape = tokens.shape[row];
  if (shape === SHAPES.LOWER_LETTER) return false;
  if (shape !== SHAPES.LOWER_WORD) return true;
  if (at(tokens.flags, row) & F.PARTICLE) return isNextToName(tokens, row);
  return couldBeName(tokens, row) && !insideCode(tokens, row, text);
}

function couldBeName(tokens: Tokens, row: number): boolean {
  const flags = at(tokens.flags, row);
  const spoken = spokenBucket(flags);
  const written = writtenBucket(flags);
  if (flags & FIRST_NAME && spoken < COMMON) return true;
  if (flags & LAST_NAME && spoken < COMMON && written < COMMON) return true;
  if (isUnknown(flags, at(tokens.length, row))) return true;
  if ((flags & (FIRST_NAME | F.LAST)) === 0 || spoken >= COMMONEST) return false;
  return tokens.lineCase[row] === LINE_CASES.LOWER || isIntroduced(tokens, row);
}

function isUnknown(flags: number, length: number): boolean {
  return spokenBucket(flags) + writtenBucket(flags) === 0 && !(flags & F.LOWER_SEEN) && length > 2;
}

function isIntroduced(tokens: Tokens, row: number): boolean {
  if (row === 0) return false;
  const before = tokens.shape[row - 1] === SHAPES.COLON ? row - 2 : row - 1;
  if (before < 0 || tokens.line[before] !== tokens.line[row]) return false;
  return (at(tokens.flags, before) & INTRODUCES) !== 0;
}

function isNextToName(tokens: Tokens, row: number): boolean {
  if (isCased(tokens, row - 1) || isCased(tokens, row + 1)) return true;
  return row > 1 && tokens.candidate[row - 1] === 1;
}

function isCased(tokens: Tokens, row: number): boolean {
  if (row < 0 || row >= tokens.count || tokens.kind[row] !== TOKEN_KINDS.WORD) return false;
  const shape = tokens.shape[row];
  return shape !== SHAPES.LOWER_WORD && shape !== SHAPES.LOWER_LETTER;
}

function joinsName(tokens: Tokens, row: number): boolean {
  const { shape, glued, candidate, kind, length } = tokens;
  if (row === 0 || candidate[row - 1] !== 1 || glued[row] !== 1) return false;
  const sign = shape[row];
  if (sign === SHAPES.HYPHEN || sign === SHAPES.APOSTROPHE)
    return row + 1 < tokens.count && glued[row + 1] === 1 && kind[row + 1] === TOKEN_KINDS.WORD;
  return (
    sign === SHAPES.FULL_STOP && at(length, row - 1) <= INITIAL_MAX && isCased(tokens, row + 1)
  );
}
