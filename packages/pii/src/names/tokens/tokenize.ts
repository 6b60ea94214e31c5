import type { Span } from "../../finding.ts";
import { DIGIT, KINDS, LETTER, SPACE } from "../../text/character-tables.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { lookUpWord, readWord, word } from "../lexicon/word-facts.ts";
import { addressEnd, endOfRun, isWww, takeBack } from "./addresses.ts";
import { markCandidates } from "./candidates.ts";
import { markChains } from "./chains.ts";
import { closeLine } from "./line-case.ts";
import {
  isHighSurrogate,
  isLowSurrogate,
  numberHash,
  OWNED_HASH,
  signHash,
  signShape,
} from "./signs.ts";
import { addRow, addWordRow, describe, spellCandidates } from "./token-rows.ts";
import { POSITIONS, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens.ts";

interface Scan {
  readonly text: string;
  readonly tokens: Tokens;
  readonly lexicon: Lexicon;
  readonly masked: (start: number, end: number) => boolean;
  readonly owned: readonly Span[];
  nextOwned: number;
  line: number;
  lineFirst: number;
  position: number;
}

const NEWLINE = 10;
const PLUS = "+".charCodeAt(0);
const ENDS_SENTENCE = 1;
const OPENS = 2;
/** Marks, by code unit, signs that end a sentence or open something. */
const FOLLOWING = new Uint8Array(0x10000);
for (const sign of ".!?") FOLLOWING[sign.charCodeAt(0)] = ENDS_SENTENCE;
for (const sign of ':"“„•') FOLLOWING[sign.charCodeAt(0)] = OPENS;

/**
 * Fills `tokens` with the tokens of a text, their lexicon facts, candidates and chains, in linear
 * time.
 * - `masked(start, end)` returns true if the word counts as unlisted and without a word class.
 * - `owned` are spans that others have claimed, disjoint and in order. Like an address, each
 *   becomes one token that is not a candidate.
 */
export function tokenize(
  text: string,
  lexicon: Lexicon,
  tokens: Tokens,
  masked: (start: number, end: number) => boolean = never,
  owned: readonly Span[] = [],
): void {
  tokens.reset(text.length);
  const scan: Scan = {
    text,
    tokens,
    lexicon,
    masked,
    owned,
    nextOwned: 0,
    line: 0,
    lineFirst: 0,
    position: POSITIONS.LINE_START,
  };
  let at = 0;
  while (at < text.length) at = step(scan, at);
  closeLine(tokens, scan.lineFirst);
  markCandidates(tokens, text);
  spellCandidates(tokens, text);
  markChains(tokens);
}

function never(): boolean {
  return false;
}

function step(scan: Scan, at: number): number {
  const { text } = scan;
  const unit = text.charCodeAt(at);
  const kind = KINDS[unit];
  if (kind === SPACE) {
    if (unit === NEWLINE) endLine(scan);
    return at + 1;
  }
  if (scan.nextOwned < scan.owned.length) {
    const end = ownedEnd(scan, at);
    if (end > at) return addOwned(scan, at, end);
  }
  if (kind === LETTER) return addWord(scan, at);
  if (kind === DIGIT) return addNumber(scan, at);
  const end = addressEnd(scan.tokens, text, at);
  if (end > at) return addOwned(scan, takeBack(scan.tokens, text, at), end);
  return addSign(scan, at, unit);
}

function endLine(scan: Scan): void {
  scan.position = POSITIONS.LINE_START;
  if (scan.tokens.count <= scan.lineFirst) return;
  closeLine(scan.tokens, scan.lineFirst);
  scan.lineFirst = scan.tokens.count;
  scan.line += 1;
}

function ownedEnd(scan: Scan, at: number): number {
  let next = scan.owned[scan.nextOwned];
  while (next !== undefined && next.end <= at) {
    scan.nextOwned += 1;
    next = scan.owned[scan.nextOwned];
  }
  return next !== undefined && next.start <= at ? next.end : -1;
}

function addWord(scan: Scan, start: number): number {
  const { text, tokens } = scan;
  readWord(text, start);
  const { end } = word;
  if (isWww(text, start, end)) return addOwned(scan, start, endOfRun(text, end));
  lookUpWord(scan.lexicon, scan.masked(start, end));
  addWordRow(tokens, scan.line, scan.position);
  scan.position = POSITIONS.INSIDE;
  return end;
}

function addNumber(scan: Scan, start: number): number {
  const { text, tokens } = scan;
  let end = start + 1;
  while (end < text.length && KINDS[text.charCodeAt(end)] === DIGIT) end += 1;
  const row = addRow(tokens, start, end, scan.line, scan.position);
  describe(tokens, row, TOKEN_KINDS.NUMBER, SHAPES.DIGITS, numberHash(end - start));
  scan.position = POSITIONS.INSIDE;
  return end;
}

function addSign(scan: Scan, start: number, unit: number): number {
  const { text, tokens } = scan;
  const isPair = isHighSurrogate(unit) && isLowSurrogate(text, start + 1);
  const end = start + (isPair ? 2 : 1);
  const row = addRow(tokens, start, end, scan.line, scan.position);
  describe(tokens, row, TOKEN_KINDS.SIGN, signShape(unit), signHash(unit));
  scan.position = positionAfter(scan.position, unit);
  return end;
}

function addOwned(scan: Scan, start: number, end: number): number {
  const { text, tokens } = scan;
  const unit = text.charCodeAt(start);
  const isNumber = unit === PLUS || KINDS[unit] === DIGIT;
  const row = addRow(tokens, start, end, scan.line, scan.position);
  if (isNumber) describe(tokens, row, TOKEN_KINDS.OWNED, SHAPES.DIGITS, numberHash(end - start));
  else describe(tokens, row, TOKEN_KINDS.OWNED, SHAPES.OWNED, OWNED_HASH);
  scan.position = POSITIONS.INSIDE;
  return end;
}

function positionAfter(position: number, unit: number): number {
  const following = FOLLOWING[unit];
  if (following === 0) return position;
  if (following === ENDS_SENTENCE) return POSITIONS.AFTER_STOP;
  return position === POSITIONS.LINE_START ? position : POSITIONS.AFTER_COLON;
}
