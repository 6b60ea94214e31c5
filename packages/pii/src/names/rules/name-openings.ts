import { wordSet } from "../../text/word-set.ts";
import {
  LEXICON_FLAGS as F,
  FIRST_NAME,
  frequencies,
  LAST_NAME,
  spokenBucket,
} from "../lexicon/lexicon.ts";
import { at, POSITIONS, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

export interface OpenedName {
  readonly start: number;
  readonly end: number;
}

const TITLES = wordSet("herr herrn frau fräulein mr mrs ms miss mister mx dr");
/** Words that are titles only when capitalized: "ms" means milliseconds, "dr" debit. */
const CAPITAL_TITLES = wordSet("ms dr");
/** Words that make a following title a noun, as in "die Frau" and "the Miss". */
const DETERMINERS = wordSet(
  `die der das den dem des eine einer ein einen einem meine meiner deine deiner seine seiner ihre ihrer unsere unserer
  jede jeder diese dieser keine keiner welche welcher als the a`,
);
const SIGNED = wordSet("gez gezeichnet signed unterzeichnet");
const ARTICLES = wordSet("der die den dem beim vom zum zur");
const NO_SURNAMES = wordSet(
  `doktor doktorin professor professorin minister ministerin präsident präsidentin kanzler kanzlerin bundeskanzler
  bundeskanzlerin bundespräsident kollege kollegin kollegen pfarrer pfarrerin pastor pastorin general oberst hauptmann
  bürgermeister bürgermeisterin oberbürgermeister direktor direktorin doktorand vorsitzender vorsitzende abgeordneter
  abgeordnete kommissar kommissarin mutter vater gemahlin gott doctor president speaker chairman chairwoman chair
  secretary ambassador justice prime vice right universe world america prof dr dipl phil med rer ing und and oder or`,
);
const NO_NAMES = F.COUNTRY | F.NATIONALITY | F.ORG_SUFFIX;
const DOUBTFUL = F.LOWER_SEEN | F.TERM | F.COMPANY | F.CITY | F.MONTH | F.COUNTRY | F.ROLE;
const FAMILY = LAST_NAME | F.LAST_RARE;
const COMMON = 6;
/**
 * Minimum length of a lower-case name, because shorter words are more often parts of other
 * languages, as in "déjà vu".
 */
const LOWER_MIN_LENGTH = 3;
/** Minimum length of a speaker in lower case, because shorter words are keys. */
const SPEAKER_MIN_LENGTH = 4;
const CAPITALS_MIN = 4;

/** Returns the surname after the title in row `row`: "Mr Bishop", "Herr Zufall", "frau schmidt". */
export function titledName(tokens: Tokens, row: number): OpenedName | undefined {
  if ((at(tokens.flags, row) & F.HONORIFIC) === 0 || !isTitle(tokens, row)) return undefined;
  const hasStop = tokens.shape[row + 1] === SHAPES.FULL_STOP && tokens.glued[row + 1] === 1;
  const start = row + (hasStop ? 2 : 1);
  if (!isSameLine(tokens, start, row) || !couldBeSurname(tokens, start)) return undefined;
  if (NO_SURNAMES.has(at(tokens.lower, start)) || (at(tokens.flags, start) & NO_NAMES) !== 0)
    return undefined;
  return { start, end: start + 1 };
}

/** Returns the surname after "gez." or "signed": "gez. GERODLSAUER". */
export function signedName(tokens: Tokens, row: number): OpenedName | undefined {
  if (!SIGNED.has(at(tokens.lower, row))) return undefined;
  const sign = tokens.shape[row + 1];
  const start = row + (sign === SHAPES.FULL_STOP || sign === SHAPES.COLON ? 2 : 1);
  if (!isSameLine(tokens, start, row) || tokens.kind[start] !== TOKEN_KINDS.WORD) return undefined;
  if (!isCapitalized(tokens, start) && !isCapitalSurname(tokens, start)) return undefined;
  const flags = at(tokens.flags, start);
  const isWord = (flags & DOUBTFUL) !== 0 || frequencies(flags) !== 0;
  if (NO_SURNAMES.has(at(tokens.lower, start)) || (flags & (NO_NAMES | F.HONORIFIC)) !== 0)
    return undefined;
  return isWord && (flags & FAMILY) === 0 ? undefined : { start, end: start + 1 };
}

/**
 * Returns a name made of words that are listed only as names, such as "jürgen schmidt" or "die
 * anna"; at the start of a line, also a speaker such as "Hiroshi: are you coming?".
 */
export function listedName(tokens: Tokens, row: number): OpenedName | undefined {
  if ((at(tokens.flags, row) & FIRST_NAME) === 0 || tokens.candidate[row] !== 1) return undefined;
  if (!isClear(tokens, row)) return undefined;
  if (isGivenAfterArticle(tokens, row)) return { start: row, end: row + 1 };
  if (!isSameLine(tokens, row + 1, row)) return undefined;
  const isLower = tokens.shape[row] === SHAPES.LOWER_WORD;
  if (isLower && isLowerSurname(tokens, row + 1)) return { start: row, end: row + 2 };
  const isSpeaker =
    (!isLower || at(tokens.length, row) >= SPEAKER_MIN_LENGTH) &&
    tokens.position[row] === POSITIONS.LINE_START &&
    tokens.shape[row + 1] === SHAPES.COLON &&
    isSameLine(tokens, row + 2, row);
  return isSpeaker ? { start: row, end: row + 1 } : undefined;
}

/**
 * Returns whether the word is a given name after an article, as in "frag mal die anna", which is
 * common in spoken German.
 */
function isGivenAfterArticle(tokens: Tokens, row: number): boolean {
  if (tokens.shape[row] !== SHAPES.LOWER_WORD || at(tokens.length, row) < LOWER_MIN_LENGTH)
    return false;
  if (!isSameLine(tokens, row - 1, row) || !ARTICLES.has(at(tokens.lower, row - 1))) return false;
  return (at(tokens.flags, row) & F.FIRST_OWN) !== 0 && !isLowerSurname(tokens, row + 1);
}

function couldBeSurname(tokens: Tokens, row: number): boolean {
  return isCapitalized(tokens, row) || isLowerSurname(tokens, row) || isCapitalSurname(tokens, row);
}

/**
 * Returns whether the word is a surname in capitals, as in "Mrs GERODLSAUER". Shorter words in
 * capitals are more often abbreviations.
 */
function isCapitalSurname(tokens: Tokens, row: number): boolean {
  const isLong =
    tokens.shape[row] === SHAPES.ALL_CAPITALS && at(tokens.length, row) >= CAPITALS_MIN;
  const flags = at(tokens.flags, row);
  return isLong && ((flags & FAMILY) !== 0 || (flags & DOUBTFUL) === 0);
}

function isLowerSurname(tokens: Tokens, row: number): boolean {
  const isWord = tokens.shape[row] === SHAPES.LOWER_WORD && tokens.candidate[row] === 1;
  if (at(tokens.length, row) < LOWER_MIN_LENGTH) return false;
  return isWord && (at(tokens.flags, row) & FAMILY) !== 0 && isClear(tokens, row);
}

function isClear(tokens: Tokens, row: number): boolean {
  const flags = at(tokens.flags, row);
  return (flags & DOUBTFUL) === 0 && spokenBucket(flags) < COMMON;
}

function isTitle(tokens: Tokens, row: number): boolean {
  const word = at(tokens.lower, row);
  if (!TITLES.has(word) || tokens.shape[row] === SHAPES.ALL_CAPITALS) return false;
  if (CAPITAL_TITLES.has(word) && !isCapitalized(tokens, row)) return false;
  if (!isSameLine(tokens, row - 1, row) || tokens.kind[row - 1] !== TOKEN_KINDS.WORD) return true;
  const before = at(tokens.flags, row - 1);
  if (DETERMINERS.has(at(tokens.lower, row - 1))) return false;
  // Excludes a capitalized word before the title, because "Elm Dr" is a street.
  return (
    (before & F.HONORIFIC) !== 0 || !isCapitalized(tokens, row - 1) || isFirst(tokens, row - 1)
  );
}

function isFirst(tokens: Tokens, row: number): boolean {
  return tokens.position[row] !== POSITIONS.INSIDE;
}

function isCapitalized(tokens: Tokens, row: number): boolean {
  const shape = tokens.shape[row];
  return shape === SHAPES.CAPITALIZED || shape === SHAPES.CAMEL || shape === SHAPES.INNER_CAPITAL;
}

function isSameLine(tokens: Tokens, row: number, other: number): boolean {
  return row >= 0 && row < tokens.count && tokens.line[row] === tokens.line[other];
}
