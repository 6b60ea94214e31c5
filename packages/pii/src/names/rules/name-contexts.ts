import { wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F } from "../lexicon/lexicon.ts";
import { at, LINE_CASES, POSITIONS, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

export type NameContext = "introduced" | "line-start" | "plain";

const GREETINGS = wordSet(
  "dear hi hello hey hallo liebe lieber liebes servus moin geehrte geehrter werte werter attn cc",
);
const CLOSINGS = wordSet(
  `regards sincerely faithfully truly respectfully wishes thanks cheers best grüße grüßen gruß grüsse grüssen mfg lg vg
  hochachtungsvoll gez signed`,
);
/** Maximum number of tokens in a closing line such as "Mit freundlichen Grüßen,". */
const CLOSING_MAX = 6;
const SIGNATURE_MAX = 8;

export function nameContextOf(tokens: Tokens, row: number): NameContext {
  if (isAfterTitle(tokens, row) || isAfterLabel(tokens, row)) return "introduced";
  if (isAfterGreeting(tokens, row) || isSignature(tokens, row)) return "introduced";
  return isBareAtLineStart(tokens, row) ? "line-start" : "plain";
}

function isAfterTitle(tokens: Tokens, row: number): boolean {
  let before = row - 1;
  if (before >= 0 && tokens.shape[before] === SHAPES.FULL_STOP) before -= 1;
  if (before < 0 || tokens.line[before] !== tokens.line[row]) return false;
  return (at(tokens.flags, before) & F.HONORIFIC) !== 0;
}

function isAfterLabel(tokens: Tokens, row: number): boolean {
  if (row < 2 || tokens.shape[row - 1] !== SHAPES.COLON) return false;
  if (tokens.line[row - 2] !== tokens.line[row]) return false;
  return (at(tokens.flags, row - 2) & F.ROLE) !== 0;
}

function isAfterGreeting(tokens: Tokens, row: number): boolean {
  if (row === 0 || tokens.line[row - 1] !== tokens.line[row]) return false;
  return tokens.position[row - 1] !== POSITIONS.INSIDE && GREETINGS.has(at(tokens.lower, row - 1));
}

function isSignature(tokens: Tokens, row: number): boolean {
  if (row === 0 || tokens.position[row] !== POSITIONS.LINE_START) return false;
  if (tokens.line[row - 1] === tokens.line[row] || lineLength(tokens, row) > SIGNATURE_MAX)
    return false;
  let first = row - 1;
  while (first > 0 && row - first <= CLOSING_MAX && tokens.line[first - 1] === tokens.line[row - 1])
    first -= 1;
  return isClosing(tokens, first, row);
}

/**
 * Returns whether the line from row `first` up to `end` closes a letter, such as "Mit freundlichen
 * Grüßen,".
 */
export function isClosing(tokens: Tokens, first: number, end: number): boolean {
  if (end - first > CLOSING_MAX) return false;
  for (let row = first; row < end; row += 1) if (CLOSINGS.has(at(tokens.lower, row))) return true;
  return false;
}

function lineLength(tokens: Tokens, row: number): number {
  let end = row;
  while (end < tokens.count && end - row <= SIGNATURE_MAX && tokens.line[end] === tokens.line[row])
    end += 1;
  return end - row;
}

/**
 * Returns whether the word starts the line and no second word follows. Nouns and headings have this
 * form too.
 */
function isBareAtLineStart(tokens: Tokens, row: number): boolean {
  if (tokens.position[row] !== POSITIONS.LINE_START) return false;
  if (tokens.lineCase[row] === LINE_CASES.LOWER) return false;
  return row + 1 >= tokens.count || tokens.kind[row + 1] !== TOKEN_KINDS.WORD;
}
