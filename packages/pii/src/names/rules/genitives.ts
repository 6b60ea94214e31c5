import { hashStep } from "../../text/hashes.ts";
import { wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, frequencies, LAST_NAME } from "../lexicon/lexicon.ts";
import { SUFFIX_SEED } from "../tokens/token-rows.ts";
import { at, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

const S = suffix("s");
/**
 * Endings of words that are not genitives: nouns such as "Kuss", and adjectives such as in "Akutes
 * Nierenversagen".
 */
const NO_GENITIVES = new Set([suffix("ss"), suffix("es")]);
const SHORTEST = 5;
const NO_NAME =
  F.LOWER_SEEN |
  F.COMPOUND |
  F.COMPANY |
  F.TERM |
  F.COUNTRY |
  F.NATIONALITY |
  F.ORG_SUFFIX |
  F.ROLE |
  F.CITY;
const LISTED = FIRST_NAME | LAST_NAME | F.LAST_RARE | F.CITY_PART;
/** Words that precede a noun in the genitive, as in "des Hauses". */
const ARTICLES = wordSet(
  `der die das des dem den ein eine eines einer einem einen kein keine keines keiner keinem keinen mein meine meines
  meiner meinem meinen dein deine deines seine seines seiner seinem seinen sein ihr ihre ihres ihrer ihrem ihren unser
  unsere unseres unserer unserem dieses dieser diese diesem diesen jedes jeder jede jedem jeden zum zur beim vom im am
  ins ans und`,
);

const PREPOSITIONS = wordSet("unter gegen wegen neben zwischen hinter außer über aber oder");
/** Endings of adjectives. */
const ENDINGS = new Set(["en", "er", "es"].map(suffix));

/**
 * Returns the threshold of a word: before a noun, `genitive` if that is lower; otherwise `least`.
 */
export function leastInGenitive(
  tokens: Tokens,
  row: number,
  least: number,
  genitive: number,
): number {
  return genitive < least && isGenitiveBeforeNoun(tokens, row) ? genitive : least;
}

/**
 * Returns whether the word is a genitive as in "Wulffs Hochzeit" or "Moggis unrühmlicher Ägide". In
 * German, only names stand in the genitive before a noun without an article.
 */
function isGenitiveBeforeNoun(tokens: Tokens, row: number): boolean {
  return (
    isGenitive(tokens, row) &&
    !isAfterArticle(tokens, row) &&
    (isNoun(tokens, row + 1, row) ||
      (isAdjective(tokens, row + 1, row) && isNoun(tokens, row + 2, row)))
  );
}

function isGenitive(tokens: Tokens, row: number): boolean {
  if (tokens.shape[row] !== SHAPES.CAPITALIZED || at(tokens.length, row) < SHORTEST) return false;
  if (tokens.suffix1[row] !== S || NO_GENITIVES.has(at(tokens.suffix2, row))) return false;
  const flags = at(tokens.flags, row);
  if ((flags & NO_NAME) !== 0) return false;
  return (flags & F.GENITIVE) !== 0 || (frequencies(flags) === 0 && (flags & LISTED) === 0);
}

/** Returns whether an article precedes the word, or an adjective as in "ernsthaften Schadens". */
function isAfterArticle(tokens: Tokens, row: number): boolean {
  const before = row - 1;
  if (!isWordOf(tokens, before, row)) return false;
  if (tokens.shape[before] !== SHAPES.LOWER_WORD) return true;
  const word = at(tokens.lower, before);
  const isAdjective = ENDINGS.has(at(tokens.suffix2, before)) && !PREPOSITIONS.has(word);
  return ARTICLES.has(word) || isAdjective;
}

function isNoun(tokens: Tokens, row: number, lineOf: number): boolean {
  if (!isWordOf(tokens, row, lineOf) || tokens.shape[row] !== SHAPES.CAPITALIZED) return false;
  const flags = at(tokens.flags, row);
  if ((flags & (F.COMPOUND | F.LOWER_SEEN)) !== 0) return true;
  return frequencies(flags) !== 0 && (flags & (FIRST_NAME | LAST_NAME)) === 0;
}

function isAdjective(tokens: Tokens, row: number, lineOf: number): boolean {
  const isLower = isWordOf(tokens, row, lineOf) && tokens.shape[row] === SHAPES.LOWER_WORD;
  return isLower && !ARTICLES.has(at(tokens.lower, row));
}

function isWordOf(tokens: Tokens, row: number, lineOf: number): boolean {
  if (row < 0 || row >= tokens.count || tokens.kind[row] !== TOKEN_KINDS.WORD) return false;
  return tokens.line[row] === tokens.line[lineOf];
}

function suffix(letters: string): number {
  return [...letters]
    .reverse()
    .reduce((hash, letter) => hashStep(hash, letter.charCodeAt(0)), SUFFIX_SEED);
}
