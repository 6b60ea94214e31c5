import type { EntityType } from "@veil/contracts/entities";
import { wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, LAST_NAME } from "../lexicon/lexicon.ts";
import { at, isOnLine, SHAPES, type Tokens } from "../tokens/tokens.ts";
import type { NameRows } from "./inverted-names.ts";

const NAMES = FIRST_NAME | LAST_NAME | F.LAST_RARE;
/** Flags of words that name an organization more often than a person. */
const NO_PERSON =
  F.LOWER_SEEN | F.COMPANY | F.TERM | F.ORG_SUFFIX | F.COUNTRY | F.NATIONALITY | F.COMPOUND;
const ARTICLES = wordSet("a an ein eine einen einem eines einer");
const NO_SURNAME = NO_PERSON | F.MONTH | F.STREET;
/**
 * The confidence of a person from `takeFullNames`, too low for the engine to search the rest of the
 * request for the name.
 */
const FULL_NAME = 0.5;

interface TypedRows extends NameRows {
  type: EntityType;
  confidence: number;
}

/**
 * Returns the minimum ratio of two probabilities, person to organization, that makes a word a
 * person: `personShare` for listed names, otherwise 1. By default, a wrong organization leaves a
 * name in the text, while a wrong person costs only a word.
 */
export function minPersonShare(tokens: Tokens, row: number, personShare: number): number {
  const flags = at(tokens.flags, row);
  const isName = (flags & NAMES) !== 0 && tokens.shape[row] !== SHAPES.ALL_CAPITALS;
  if (!isName || (flags & NO_PERSON) !== 0) return 1;
  return isAfterArticle(tokens, row) || isBeforeWord(tokens, row + 1, row) ? 1 : personShare;
}

/** Returns whether an article precedes the word, as in "a Reel". */
function isAfterArticle(tokens: Tokens, row: number): boolean {
  return isOnLine(tokens, row - 1, row) && ARTICLES.has(at(tokens.lower, row - 1));
}

/**
 * Returns whether an organization's name continues, as in "Wilson & Company" and "Lilly Open
 * Innovation".
 */
function isBeforeWord(tokens: Tokens, row: number, lineOf: number): boolean {
  if (!isOnLine(tokens, row, lineOf)) return false;
  if (tokens.shape[row] === SHAPES.OTHER_SIGN) return true;
  return tokens.shape[row] === SHAPES.CAPITALIZED && (at(tokens.flags, row) & NO_PERSON) !== 0;
}

/**
 * Turns organizations such as "Yasser Arafat" into persons. The first word must be a given name and
 * not also a family name ("Merrill" in "Merrill Lynch" is both). The only other word must not be an
 * ordinary word.
 */
export function takeFullNames(names: readonly TypedRows[], tokens: Tokens): void {
  for (const name of names) {
    if (name.type !== "ORGANIZATION" || !isFullName(name, tokens)) continue;
    name.type = "PERSON";
    name.confidence = FULL_NAME;
  }
}

function isFullName({ firstRow, lastRow }: NameRows, tokens: Tokens): boolean {
  if (lastRow !== firstRow + 1 || tokens.shape[firstRow] !== SHAPES.CAPITALIZED) return false;
  const flags = at(tokens.flags, firstRow);
  const isGiven = (flags & FIRST_NAME) !== 0 && (flags & (LAST_NAME | NO_PERSON)) === 0;
  return isGiven && isSurname(tokens, lastRow);
}

function isSurname(tokens: Tokens, row: number): boolean {
  const shape = tokens.shape[row];
  const isWord = shape === SHAPES.CAPITALIZED || shape === SHAPES.CAMEL;
  return isWord && (at(tokens.flags, row) & NO_SURNAME) === 0;
}
