import { hashLower } from "../../text/hashes.ts";
import { wordSet } from "../../text/word-set.ts";
import { at, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

const LABELS = wordSet(
  `vorname nachname zuname familienname geburtsname rufname mädchenname patientenname kundenname surname firstname
  lastname fullname givenname familyname middlename maidenname customername patientname forename`,
);
const KINDS = wordSet(
  `first last full middle given family maiden patient customer client contact employee applicant cardholder holder
  legal birth patienten`,
);
const NAME = hashLower("name");
const OF = wordSet("des der");
const NO_VALUES = wordSet(
  "unknown unbekannt none null undefined na keine keiner entfällt string required",
);
const SEPARATORS = signs(":=|");
const DECORATION = signs("\"'*_„“”`");
const MAX_VALUE = 9;

export interface Value {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the name after the label that the separator in row `row` ends: "Vorname: Rose",
 * `"last_name": "Hunter"`.
 */
export function labeledName(tokens: Tokens, row: number, text: string): Value | undefined {
  if (!isSign(tokens, row, text, SEPARATORS) || !isNameLabel(tokens, row, text)) return undefined;
  let start = row + 1;
  while (isSameLine(tokens, start, row) && isSign(tokens, start, text, DECORATION)) start += 1;
  let end = start;
  while (end - start < MAX_VALUE && isSameLine(tokens, end, row) && isPartOfName(tokens, end))
    end += 1;
  const isValue = end > start && !NO_VALUES.has(at(tokens.lower, start));
  return isValue ? { start, end } : undefined;
}

function isNameLabel(tokens: Tokens, row: number, text: string): boolean {
  const last = wordBefore(tokens, row, text);
  if (last < 0) return false;
  const label = at(tokens.lower, last);
  if (LABELS.has(label)) return true;
  const before = wordBefore(tokens, last, text);
  if (before < 0) return false;
  if (label === NAME) return KINDS.has(at(tokens.lower, before));
  const first = wordBefore(tokens, before, text);
  return first >= 0 && OF.has(at(tokens.lower, before)) && at(tokens.lower, first) === NAME;
}

function wordBefore(tokens: Tokens, row: number, text: string): number {
  let before = row - 1;
  while (before >= 0 && isSign(tokens, before, text, DECORATION)) before -= 1;
  const isWord = before >= 0 && tokens.kind[before] === TOKEN_KINDS.WORD;
  return isWord && isSameLine(tokens, before, row) ? before : -1;
}

function isPartOfName(tokens: Tokens, row: number): boolean {
  return tokens.candidate[row] === 1 && tokens.shape[row] !== SHAPES.LOWER_WORD;
}

function isSign(tokens: Tokens, row: number, text: string, among: ReadonlySet<number>): boolean {
  if (tokens.kind[row] !== TOKEN_KINDS.SIGN) return false;
  return among.has(text.charCodeAt(at(tokens.start, row)));
}

function isSameLine(tokens: Tokens, row: number, other: number): boolean {
  return row < tokens.count && tokens.line[row] === tokens.line[other];
}

function signs(list: string): ReadonlySet<number> {
  return new Set(Array.from(list, (sign) => sign.charCodeAt(0)));
}
