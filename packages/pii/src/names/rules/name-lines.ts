import { wordSet } from "../../text/word-set.ts";
import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  frequencies,
  LAST_NAME,
  spokenBucket,
} from "../lexicon/lexicon.ts";
import { at, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

export const LINE_FORMS = {
  OTHER: 0,
  BARE: 1,
  SPEAKER: 2,
} as const;

const LISTED = FIRST_NAME | LAST_NAME | F.LAST_RARE;
const NO_NAMES = F.ORG_SUFFIX | F.MONTH | F.COUNTRY | F.STREET;
const PRONOUNS = wordSet("dein deine ihr ihre euer eure your yours");
const MAX_WORDS = 4;
const COMMON = 6;

/**
 * The rows of a possible name at the start of a line, and the form of the line. A single object,
 * reused.
 */
export const nameLine = { form: LINE_FORMS.OTHER as number, start: 0, end: 0 };

export function readNameLine(tokens: Tokens, first: number, end: number): void {
  let start = first;
  while (start < end && isLeading(tokens, start)) start += 1;
  let words = 0;
  let letters = 0;
  let row = start;
  for (; row < end && isNamePart(tokens, row); row += 1) {
    if (tokens.kind[row] !== TOKEN_KINDS.WORD) continue;
    words += 1;
    letters += at(tokens.length, row);
  }
  nameLine.start = start;
  nameLine.end = row;
  const isName = words <= MAX_WORDS && letters > words;
  nameLine.form = isName ? formOf(tokens, row, end) : LINE_FORMS.OTHER;
}

function formOf(tokens: Tokens, row: number, end: number): number {
  if (row === end) return LINE_FORMS.BARE;
  if (tokens.shape[row] === SHAPES.COLON) return LINE_FORMS.SPEAKER;
  const isLast = row === end - 1;
  return isLast && tokens.shape[row] === SHAPES.COMMA ? LINE_FORMS.BARE : LINE_FORMS.OTHER;
}

function isLeading(tokens: Tokens, row: number): boolean {
  const shape = tokens.shape[row];
  if (shape === SHAPES.HYPHEN || shape === SHAPES.OTHER_SIGN) return true;
  return PRONOUNS.has(at(tokens.lower, row));
}

function isNamePart(tokens: Tokens, row: number): boolean {
  if (tokens.kind[row] !== TOKEN_KINDS.WORD) return tokens.candidate[row] === 1;
  const flags = at(tokens.flags, row);
  const shape = tokens.shape[row];
  if (shape === SHAPES.LOWER_WORD || shape === SHAPES.LOWER_LETTER)
    return (flags & F.PARTICLE) !== 0 && tokens.candidate[row] === 1;
  return shape === SHAPES.INITIAL || couldBeName(flags);
}

function couldBeName(flags: number): boolean {
  if ((flags & NO_NAMES) !== 0) return false;
  if ((flags & LISTED) !== 0) return (flags & FIRST_NAME) !== 0 || spokenBucket(flags) < COMMON;
  return frequencies(flags) === 0 && (flags & (F.LOWER_SEEN | F.COMPOUND)) === 0;
}
