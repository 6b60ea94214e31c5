import { type WordSet, wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F, frequencies, OTHER_WORD } from "../lexicon/lexicon.ts";
import { at, isOnLine, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";
import type { OpenedName } from "./name-openings.ts";

const NO_NAME = OTHER_WORD | F.CITY | F.CITY_PART | F.STREET;
const SHORTEST = 4;
/** Maximum distance in tokens between a verb and its preposition, as in "hand the keys over to". */
const REACH = 5;

/** Verbs whose object is a person. */
const BEFORE = wordSet(
  `ask asked asking tell told telling remind reminded thank thanked notify notified inform informed congratulate invited interviewed
  phoned texted cc frag frage fragt fragte sag sage sagte meinte erinnere informiere`,
);
/** Verbs whose subject is a person. */
const BEHIND = wordSet(
  `said says asked asks replied replies thinks thought wants wanted told wrote signed agreed promised forgot complained apologized
  apologised resigned phoned texted insists insisted reckons meint meinte sagt sagte fragt fragte schreibt schrieb bittet bat antwortet
  antwortete möchte versprach vergaß`,
);

/** Words before a name that is not a subject, as in "for the Taleban said", "zu Tuendes sagt". */
const NO_SUBJECT_BEHIND = wordSet(
  `the a an this our your his her its their of at from in on for by with der die das dem den des ein eine einem einen einer im am zu zum
  zur von vom bei beim`,
);

interface Frame {
  readonly preposition: WordSet;
  /** Words that show a person up to REACH tokens before the preposition. */
  readonly before?: WordSet;
  /** Words that show a person directly after the name. */
  readonly behind?: WordSet;
}

const FRAMES: readonly Frame[] = [
  {
    preposition: wordSet("to"),
    before: wordSet(
      `spoke speak speaking spoken talk talked talking report reports reported reporting listen give gave given hand handed pass passed
      forward forwarded over`,
    ),
  },
  {
    preposition: wordSet("with"),
    before: wordSet(
      "spoke speak speaking spoken talk talked talking meeting met call chat agreed checked check appointment interview discussed",
    ),
  },
  {
    preposition: wordSet("by"),
    before: wordSet(
      "signed countersigned approved prepared reviewed checked requested authorized authorised witnessed drafted submitted",
    ),
  },
  { preposition: wordSet("in"), before: wordSet("loop looped looping copy copied") },
  {
    preposition: wordSet("mit"),
    before: wordSet(
      "rücksprache absprache termin gespräch telefonat besprechung spreche sprich sprechen",
    ),
    behind: wordSet("abgestimmt gesprochen telefoniert geklärt vereinbart besprochen abgesprochen"),
  },
  {
    preposition: wordSet("an"),
    before: wordSet("rückruf wende wenden"),
    behind: wordSet("weiterleiten weitergeben weiterreichen übergeben"),
  },
  {
    preposition: wordSet("von"),
    behind: wordSet(
      "unterschrieben unterzeichnet gegengezeichnet genehmigt freigegeben eingereicht bearbeitet verfasst",
    ),
  },
  { preposition: wordSet("auf"), before: wordSet("warte warten wartet") },
];

/**
 * Words after a subject, in order: "and I", "never answered", "hat sich nicht gemeldet", "is on
 * sick leave".
 */
const PHRASES: readonly (readonly WordSet[])[] = [
  [wordSet("and"), wordSet("i")],
  [wordSet("und"), wordSet("ich")],
  [wordSet("never"), wordSet("answered replied called wrote signed")],
  [wordSet("is"), wordSet("on"), wordSet("sick holiday leave vacation parental maternity")],
  [wordSet("hat"), wordSet("sich"), wordSet("nicht gemeldet")],
  [wordSet("bescheid"), wordSet("geben sagen")],
];

/**
 * Returns the single word in row `row` as a name if no list contains it and its verb is used only
 * of persons: "reports to Hallworth", "mit Brodbeck abgestimmt". With `compounds`, a word made of
 * two known words is not a name: "mit Personalabteilung abgestimmt".
 */
export function addressedName(
  tokens: Tokens,
  row: number,
  compounds: boolean,
): OpenedName | undefined {
  const known = compounds ? NO_NAME | F.COMPOUND : NO_NAME;
  if (!isLoneUnknown(tokens, row, known) || !isAddressed(tokens, row)) return undefined;
  return { start: row, end: row + 1 };
}

function isAddressed(tokens: Tokens, row: number): boolean {
  if (isWordOf(tokens, row - 1, row, BEFORE)) return true;
  if (FRAMES.some((frame) => isFramed(tokens, row, frame))) return true;
  return !isWordOf(tokens, row - 1, row, NO_SUBJECT_BEHIND) && isSubject(tokens, row);
}

function isSubject(tokens: Tokens, row: number): boolean {
  if (isWordOf(tokens, row + 1, row, BEHIND)) return true;
  return PHRASES.some((words) =>
    words.every((word, index) => isWordOf(tokens, row + 1 + index, row, word)),
  );
}

function isFramed(tokens: Tokens, row: number, { preposition, before, behind }: Frame): boolean {
  if (!isWordOf(tokens, row - 1, row, preposition)) return false;
  if (behind !== undefined && isWordOf(tokens, row + 1, row, behind)) return true;
  if (before === undefined) return false;
  for (let word = row - 2; word >= row - 1 - REACH; word -= 1) {
    if (isWordOf(tokens, word, row, before)) return true;
    if (!isOnLine(tokens, word, row) || endsClause(tokens, word)) return false;
  }
  return false;
}

function endsClause(tokens: Tokens, row: number): boolean {
  const shape = tokens.shape[row];
  return shape === SHAPES.FULL_STOP || shape === SHAPES.COMMA || shape === SHAPES.COLON;
}

function isLoneUnknown(tokens: Tokens, row: number, known: number): boolean {
  if (tokens.shape[row] !== SHAPES.CAPITALIZED || tokens.candidate[row] !== 1) return false;
  const flags = at(tokens.flags, row);
  if ((flags & known) !== 0 || frequencies(flags) !== 0) return false;
  if (at(tokens.length, row) < SHORTEST) return false;
  return !isPartOfMore(tokens, row - 1, row) && !isPartOfMore(tokens, row + 1, row);
}

/**
 * Returns whether the token in `row` is a capitalized word or a hyphen, so that `word` is part of
 * something longer.
 */
function isPartOfMore(tokens: Tokens, row: number, word: number): boolean {
  if (!isOnLine(tokens, row, word)) return false;
  if (tokens.kind[row] === TOKEN_KINDS.WORD)
    return tokens.shape[row] !== SHAPES.LOWER_WORD && tokens.position[row] === 0;
  return tokens.glued[Math.max(row, word)] === 1 && tokens.shape[row] === SHAPES.HYPHEN;
}

function isWordOf(tokens: Tokens, row: number, lineOf: number, words: WordSet): boolean {
  return isOnLine(tokens, row, lineOf) && words.has(at(tokens.lower, row));
}
