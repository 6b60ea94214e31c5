import { wordSet } from "../../text/word-set.ts";
import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  frequencies,
  LAST_NAME,
  OTHER_WORD,
} from "../lexicon/lexicon.ts";
import { CLASSES } from "../model/marginals.ts";
import { at, isOnLine, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

const PERSON = 1;
const LIKELY = 0.65;
const LEAST_ITEMS = 3;
const ANY_NAME = FIRST_NAME | LAST_NAME | F.LAST_RARE;
const PLACES = F.CITY | F.CITY_PART | F.STREET;
const CONJUNCTIONS = wordSet("und and sowie &");

/**
 * The rows of the single words of an enumeration. Only the first `count` are valid. Reused, because
 * truncating an array is slow.
 */
const items = { rows: [] as number[], count: 0 };
const NOTHING: readonly number[] = [];

/**
 * Reads the enumeration that begins in row `row`, such as "Kaluza, Brämer, Oyelaran und Stüwe". If
 * at least half of its words are likely persons, `names` contains the rows of its words, without
 * places and common words. `next` is the row after the enumeration.
 */
export function enumeratedNames(
  tokens: Tokens,
  marginals: Float32Array,
  row: number,
): { readonly names: readonly number[]; readonly next: number } {
  const next = readItems(tokens, row);
  if (items.count < LEAST_ITEMS) return { names: NOTHING, next };
  const rows = items.rows.slice(0, items.count);
  const persons = rows.filter((item) => (marginals[item * CLASSES + PERSON] ?? 0) >= LIKELY);
  if (2 * persons.length < rows.length) return { names: NOTHING, next };
  return { names: rows.filter((item) => isUnknown(at(tokens.flags, item))), next };
}

/**
 * Returns whether an enumeration may begin in `row`; otherwise `enumeratedNames` would find
 * nothing.
 */
export function beginsEnumeration(tokens: Tokens, row: number): boolean {
  return isItem(tokens, row) && isSeparator(tokens, row + 1);
}

function readItems(tokens: Tokens, first: number): number {
  items.count = 0;
  let row = first;
  while (isOnLine(tokens, row, first) && isItem(tokens, row)) {
    items.rows[items.count] = row;
    items.count += 1;
    const separator = row + 1;
    if (!isOnLine(tokens, separator, first)) return separator;
    if (!isSeparator(tokens, separator)) return separator;
    const isBoth = tokens.shape[separator] === SHAPES.COMMA && isConjunction(tokens, separator + 1);
    row = separator + (isBoth ? 2 : 1);
  }
  return row + 1;
}

function isSeparator(tokens: Tokens, row: number): boolean {
  return tokens.shape[row] === SHAPES.COMMA || isConjunction(tokens, row);
}

function isConjunction(tokens: Tokens, row: number): boolean {
  return CONJUNCTIONS.has(at(tokens.lower, row));
}

function isItem(tokens: Tokens, row: number): boolean {
  return (
    tokens.kind[row] === TOKEN_KINDS.WORD &&
    tokens.candidate[row] === 1 &&
    (tokens.shape[row] === SHAPES.CAPITALIZED || tokens.shape[row] === SHAPES.CAMEL)
  );
}

/** Returns whether a word is a person's name or unlisted. */
function isUnknown(flags: number): boolean {
  if ((flags & (OTHER_WORD | PLACES | F.COMPOUND)) !== 0) return false;
  return (flags & ANY_NAME) !== 0 || frequencies(flags) === 0;
}
