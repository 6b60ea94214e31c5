import type { EntityType } from "@veil/contracts/entities";
import { hashLower } from "../../text/hashes.ts";
import { wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, LAST_NAME, OTHER_WORD } from "../lexicon/lexicon.ts";
import { at, isOnLine, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";
import type { NameRows } from "./inverted-names.ts";

/** Offices, ranks and occupations that only persons have, and that precede their names. */
const OFFICES = wordSet(
  `general president senator governor mayor minister chancellor premier secretary ambassador justice king queen prince princess emperor
  empress sultan sheikh mullah ayatollah imam prophet pope cardinal archbishop bishop rabbi saint colonel captain major lieutenant
  sergeant corporal admiral marshal commander spokesman spokeswoman goalkeeper striker midfielder singer rapper actor actress director
  composer novelist poet philosopher pianist painter sculptor journalist reporter militant wrestler boxer
  präsident präsidentin senatorin kanzler kanzlerin ministerin bürgermeister bürgermeisterin botschafter könig königin prinz prinzessin
  kaiser kaisers kaiserin zar zaren emir scheich ajatollah prophet propheten papst kardinal erzbischof bischof rabbiner oberst hauptmann
  leutnant feldwebel marschall kommandant sprecher sprecherin torwart torhüter stürmer mittelfeldspieler verteidiger sänger sängerin rapper
  schauspieler schauspielerin regisseur regisseurin komponist komponistin dichter dichterin philosoph maler malerin bildhauer schriftsteller
  schriftstellerin journalist journalistin autor autorin jäger ritter pharao apostel`,
);
const NO_NAME = OTHER_WORD | F.COMPOUND | F.STREET;
const OF = hashLower("of");
/**
 * The confidence of a person from `takeOfficials`, too low for the engine to search the rest of the
 * request for the name.
 */
const OF_OFFICE = 0.5;
/** Limits the words and signs of a name; "P. J. Crowley" has five. */
const LONGEST = 6;

interface TypedRows extends NameRows {
  type: EntityType;
  confidence: number;
}

/**
 * Turns organizations such as "General Musharraf", "Saudi King Abdullah" and "spokesman P.J.
 * Crowley" into persons, which consist of the words after the office.
 */
export function takeOfficials(names: readonly TypedRows[], tokens: Tokens): void {
  for (const name of names) {
    if (name.type !== "ORGANIZATION") continue;
    const row = firstRowOfName(name, tokens);
    if (row > name.lastRow || !isOffice(tokens, row - 1, row) || isBeforeName(tokens, name.lastRow))
      continue;
    name.type = "PERSON";
    name.confidence = OF_OFFICE;
    name.firstRow = row;
    name.start = at(tokens.start, row);
  }
}

/**
 * Returns the first row of the words at the end of the name that could be a person's name, or the
 * row after the end if there are none.
 */
function firstRowOfName({ firstRow, lastRow }: NameRows, tokens: Tokens): number {
  let row = lastRow + 1;
  while (row > firstRow && lastRow - row < LONGEST && couldBeName(tokens, row - 1)) row -= 1;
  return tokens.kind[row] === TOKEN_KINDS.WORD ? row : lastRow + 1;
}

function couldBeName(tokens: Tokens, row: number): boolean {
  if (tokens.kind[row] !== TOKEN_KINDS.WORD) return tokens.shape[row] !== SHAPES.OTHER_SIGN;
  const flags = at(tokens.flags, row);
  if (OFFICES.has(at(tokens.lower, row)) || tokens.shape[row] === SHAPES.ALL_CAPITALS) return false;
  return (
    (flags & NO_NAME) === 0 ||
    ((flags & (FIRST_NAME | LAST_NAME)) !== 0 && (flags & (NO_NAME & ~F.TERM)) === 0)
  );
}

/** Returns whether an office ends in `row`, such as "General" or "Minister of Defense". */
function isOffice(tokens: Tokens, row: number, lineOf: number): boolean {
  if (!isOnLine(tokens, row, lineOf)) return false;
  if (OFFICES.has(at(tokens.lower, row))) return true;
  const of = row - 1;
  return (
    isOnLine(tokens, of - 1, lineOf) &&
    at(tokens.lower, of) === OF &&
    OFFICES.has(at(tokens.lower, of - 1))
  );
}

/**
 * Returns whether a longer name continues after `row`, as after "Abdullah" in "General Abdullah
 * University".
 */
function isBeforeName(tokens: Tokens, row: number): boolean {
  if (!isOnLine(tokens, row + 1, row)) return false;
  const shape = tokens.shape[row + 1];
  return (
    shape === SHAPES.CAPITALIZED || shape === SHAPES.ALL_CAPITALS || shape === SHAPES.OTHER_SIGN
  );
}
