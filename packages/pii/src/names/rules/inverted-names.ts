import type { EntityType } from "@veil/contracts/entities";
import { wordSet } from "../../text/word-set.ts";
import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  frequencies,
  LAST_NAME,
  OTHER_WORD,
} from "../lexicon/lexicon.ts";
import { at, isOnLine, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

/** A name, given by its rows and by its place in the text. */
export interface NameRows {
  start: number;
  end: number;
  readonly type: EntityType;
  firstRow: number;
  lastRow: number;
}

const FAMILY = LAST_NAME | F.LAST_RARE;
const ENTRY_SHAPES = new Set<number>([
  SHAPES.COMMA,
  SHAPES.FULL_STOP,
  SHAPES.APOSTROPHE,
  SHAPES.SLASH,
]);
const NO_SURNAME = OTHER_WORD | F.HONORIFIC;
const NO_RARE_SURNAME = FIRST_NAME | F.COMPOUND | F.CITY | F.STREET;
/** Prepositions before an entry, as in "Zu Gerodlsauer, Gerli liegt nichts vor". */
const PREPOSITIONS = wordSet(
  "zu über bei von für an betrifft betreff re regarding about for of to with",
);
/**
 * Minimum length of a surname in capitals, because shorter words are more often abbreviations, as
 * in "EKG, Anna".
 */
const MIN_CAPITALS = 4;
/** Minimum number of code units between the columns of a form. */
export const COLUMN_GAP = 3;
/** Maximum number of given names and initials; a longer sequence is a list of persons. */
const MAX_GIVEN = 3;

/**
 * Extends "Koch" to "Koch, Anna" if that is an entry, which begins at the start of a line or after
 * a sign, and ends before a sign or at the end of the line or column. "Anna, Jonas" stays two
 * names. Extends "Anna" to "KOCH, Anna" anywhere, and to "Gerodlsauer, Anna" in an entry or after a
 * preposition.
 */
export function takeInverted<Name extends NameRows>(
  names: readonly Name[],
  tokens: Tokens,
): Name[] {
  const taken: Name[] = [];
  let lastRow = -1;
  for (const name of names) {
    if (name.firstRow <= lastRow) continue;
    if (name.type === "PERSON") takeSurnameBefore(name, taken, tokens);
    const end = name.type === "PERSON" ? endOfInverted(name, tokens) : -1;
    if (end !== -1) {
      name.firstRow = rowOfParticles(name.firstRow, tokens);
      name.start = at(tokens.start, name.firstRow);
      name.lastRow = end;
      name.end = at(tokens.end, end);
    }
    lastRow = name.lastRow;
    taken.push(name);
  }
  return taken;
}

/**
 * Extends a given name over the surname before it, as in clinical letters. The surname is in
 * capitals or rare, and the model may have given it any type.
 */
function takeSurnameBefore<Name extends NameRows>(
  name: Name,
  before: Name[],
  tokens: Tokens,
): void {
  const comma = name.firstRow - 1;
  const surname = comma - 1;
  if (!isOnLine(tokens, surname, name.firstRow) || tokens.shape[comma] !== SHAPES.COMMA) return;
  if (!isGivenBehind(tokens, name.firstRow)) return;
  if (!isCapitalSurname(tokens, surname) && !isRareSurname(tokens, surname, name)) return;
  const last = before.at(-1);
  const isTaken = last !== undefined && last.lastRow >= surname;
  if (isTaken) before.pop();
  name.firstRow = rowOfParticles(isTaken ? Math.min(last.firstRow, surname) : surname, tokens);
  name.start = at(tokens.start, name.firstRow);
}

function isCapitalSurname(tokens: Tokens, row: number): boolean {
  if (tokens.shape[row] !== SHAPES.ALL_CAPITALS || at(tokens.length, row) < MIN_CAPITALS)
    return false;
  return (at(tokens.flags, row) & NO_SURNAME) === 0 || (at(tokens.flags, row) & FAMILY) !== 0;
}

/**
 * Returns whether the word is a rare surname, as in "Gerodlsauer, Gerli": it is in no list, is no
 * other known word, and a preposition precedes it or it begins an entry.
 */
function isRareSurname(tokens: Tokens, row: number, { firstRow, lastRow }: NameRows): boolean {
  if (tokens.shape[row] !== SHAPES.CAPITALIZED || at(tokens.length, row) < MIN_CAPITALS)
    return false;
  const flags = at(tokens.flags, row);
  if (frequencies(flags) !== 0 || (flags & (NO_SURNAME | NO_RARE_SURNAME)) !== 0) return false;
  if (lastRow - firstRow >= MAX_GIVEN) return false;
  if (isOnLine(tokens, row - 1, row) && PREPOSITIONS.has(at(tokens.lower, row - 1))) return true;
  return beginsEntry(tokens, row) && endsEntry(tokens, lastRow + 1, firstRow);
}

function isGivenBehind(tokens: Tokens, row: number): boolean {
  return (
    tokens.shape[row] === SHAPES.CAPITALIZED &&
    tokens.glued[row] === 0 &&
    (at(tokens.flags, row) & FIRST_NAME) !== 0
  );
}

function endOfInverted({ firstRow, lastRow }: NameRows, tokens: Tokens): number {
  const comma = lastRow + 1;
  if (!isOnLine(tokens, comma, firstRow) || tokens.shape[comma] !== SHAPES.COMMA) return -1;
  if (!beginsEntry(tokens, rowOfParticles(firstRow, tokens))) return -1;
  const isWhole = firstRow < lastRow && (at(tokens.flags, firstRow) & FIRST_NAME) !== 0;
  if (isWhole) return -1;
  const end = endOfGiven(tokens, comma + 1, firstRow);
  if (end === -1 || !isFamilyBeforeGiven(tokens, lastRow, comma + 1)) return -1;
  return endsEntry(tokens, end + 1, firstRow) ? end : -1;
}

function endOfGiven(tokens: Tokens, first: number, lineOf: number): number {
  if (!isOnLine(tokens, first, lineOf) || tokens.glued[first] === 1) return -1;
  let words = 0;
  let row = first;
  for (; isAdjacent(tokens, row, lineOf) && isGivenPart(tokens, row); row += 1)
    if (tokens.kind[row] === TOKEN_KINDS.WORD) words += 1;
  return words > 0 && words <= MAX_GIVEN ? row - 1 : -1;
}

function isGivenPart(tokens: Tokens, row: number): boolean {
  const shape = tokens.shape[row];
  if (shape === SHAPES.INITIAL) return true;
  if (shape === SHAPES.HYPHEN) return tokens.glued[row] === 1;
  if (shape === SHAPES.FULL_STOP)
    return tokens.glued[row] === 1 && tokens.shape[row - 1] === SHAPES.INITIAL;
  if (shape !== SHAPES.CAPITALIZED && shape !== SHAPES.ALL_CAPITALS) return false;
  return (at(tokens.flags, row) & F.ORG_SUFFIX) === 0;
}

function isFamilyBeforeGiven(tokens: Tokens, family: number, given: number): boolean {
  const before = at(tokens.flags, family);
  const behind = at(tokens.flags, given);
  if ((before & FIRST_NAME) === 0)
    return (behind & FIRST_NAME) !== 0 || tokens.shape[given] === SHAPES.INITIAL;
  return (before & FAMILY) !== 0 && (behind & FIRST_NAME) !== 0 && (behind & FAMILY) === 0;
}

function rowOfParticles(firstRow: number, tokens: Tokens): number {
  let row = firstRow;
  while (isOnLine(tokens, row - 1, firstRow) && (at(tokens.flags, row - 1) & F.PARTICLE) !== 0)
    row -= 1;
  return row;
}

function beginsEntry(tokens: Tokens, row: number): boolean {
  return !isOnLine(tokens, row - 1, row) || isSign(tokens, row - 1);
}

function endsEntry(tokens: Tokens, row: number, lineOf: number): boolean {
  return !isAdjacent(tokens, row, lineOf) || isSign(tokens, row);
}

function isAdjacent(tokens: Tokens, row: number, lineOf: number): boolean {
  return (
    isOnLine(tokens, row, lineOf) && at(tokens.start, row) - at(tokens.end, row - 1) < COLUMN_GAP
  );
}

function isSign(tokens: Tokens, row: number): boolean {
  return tokens.kind[row] === TOKEN_KINDS.SIGN && !ENTRY_SHAPES.has(tokens.shape[row] ?? 0);
}
