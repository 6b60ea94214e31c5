import { CLASSES } from "../model/marginals.ts";
import { SHAPES, type Tokens } from "../tokens/tokens.ts";
import { addressedName } from "./addressed-names.ts";
import { beginsEnumeration, enumeratedNames } from "./enumerated-names.ts";
import { isClosing } from "./name-contexts.ts";
import { labeledName } from "./name-labels.ts";
import { LINE_FORMS, nameLine, readNameLine } from "./name-lines.ts";
import { listedName, type OpenedName, signedName, titledName } from "./name-openings.ts";

const PERSON = 1;
const LOCATION = 2;
const ORGANIZATION = 3;
const OTHER = 0.5;
const LABELED = 0.85;
const SIGNED = 0.7;
const LISTED = 0.6;
const TITLED = 0.7;
/**
 * The probability that an addressed name (`addressedName`) is a person. It is meant to outweigh the
 * model's probability of a place: for an unknown word, the model has little evidence except the
 * words around it.
 */
const ADDRESSED = 0.55;
const SURE = 0.8;
const SHORTEST_ENUMERATION = 5;

/**
 * Makes names persons by their position: after a label or title, below a closing, or among speakers
 * or bare names. For `compounds`, see `DecodeOptions`.
 */
export function liftByStructure(
  tokens: Tokens,
  marginals: Float32Array,
  text: string,
  compounds: boolean,
): void {
  const seen: Seen = { afterClosing: false, afterSurePerson: false, sureSpeaker: false };
  for (let first = 0; first < tokens.count; ) {
    const end = endOfLine(tokens, first);
    for (let row = first; row < end; row += 1) {
      if (couldSeparate(tokens, row)) liftLabeled(tokens, marginals, row, text);
      liftRows(tokens, marginals, titledName(tokens, row), TITLED);
      liftRows(tokens, marginals, signedName(tokens, row), TITLED);
      liftRows(tokens, marginals, listedName(tokens, row), LISTED);
      const addressed = addressedName(tokens, row, compounds);
      if (addressed !== undefined) lift(tokens, marginals, row, addressed.end, ADDRESSED);
    }
    liftEnumerated(tokens, marginals, first, end);
    readNameLine(tokens, first, end);
    liftLine(tokens, marginals, seen);
    seen.afterClosing = isClosing(tokens, first, end);
    first = end;
  }
}

interface Seen {
  afterClosing: boolean;
  /**
   * Whether the previous line is a bare name that is surely a person, or continues a list that
   * contains one.
   */
  afterSurePerson: boolean;
  sureSpeaker: boolean;
}

function liftLine(tokens: Tokens, marginals: Float32Array, seen: Seen): void {
  const isBare = nameLine.form === LINE_FORMS.BARE;
  const isSpeaker = nameLine.form === LINE_FORMS.SPEAKER;
  if (isBare && seen.afterClosing) liftName(tokens, marginals, SIGNED);
  if ((isBare && seen.afterSurePerson) || (isSpeaker && seen.sureSpeaker))
    liftName(tokens, marginals, LISTED);
  const isSure = (isBare || isSpeaker) && isSurePerson(marginals);
  if (isSpeaker && isSure) seen.sureSpeaker = true;
  seen.afterSurePerson = isBare && (isSure || seen.afterSurePerson);
}

function endOfLine(tokens: Tokens, first: number): number {
  let end = first;
  while (end < tokens.count && tokens.line[end] === tokens.line[first]) end += 1;
  return end;
}

function couldSeparate(tokens: Tokens, row: number): boolean {
  return tokens.shape[row] === SHAPES.COLON || tokens.shape[row] === SHAPES.OTHER_SIGN;
}

function liftLabeled(tokens: Tokens, marginals: Float32Array, row: number, text: string): void {
  const value = labeledName(tokens, row, text);
  if (value !== undefined) lift(tokens, marginals, value.start, value.end, LABELED);
}

function liftRows(
  tokens: Tokens,
  marginals: Float32Array,
  rows: OpenedName | undefined,
  to: number,
): void {
  if (rows === undefined) return;
  const cell = rows.start * CLASSES;
  const other = (marginals[cell + LOCATION] ?? 0) + (marginals[cell + ORGANIZATION] ?? 0);
  if (other < OTHER) lift(tokens, marginals, rows.start, rows.end, to);
}

function liftEnumerated(tokens: Tokens, marginals: Float32Array, first: number, end: number): void {
  if (end - first < SHORTEST_ENUMERATION) return;
  for (let row = first; row < end; ) {
    if (!beginsEnumeration(tokens, row)) {
      row += 1;
      continue;
    }
    const { names, next } = enumeratedNames(tokens, marginals, row);
    for (const name of names) lift(tokens, marginals, name, name + 1, LISTED);
    row = next;
  }
}

function liftName(tokens: Tokens, marginals: Float32Array, to: number): void {
  lift(tokens, marginals, nameLine.start, nameLine.end, to);
}

function lift(
  tokens: Tokens,
  marginals: Float32Array,
  start: number,
  end: number,
  to: number,
): void {
  for (let row = start; row < end; row += 1) {
    const cell = row * CLASSES;
    if (tokens.candidate[row] !== 1 || (marginals[cell + PERSON] ?? 0) >= to) continue;
    marginals.fill(0, cell, cell + CLASSES);
    marginals[cell + PERSON] = to;
  }
}

function isSurePerson(marginals: Float32Array): boolean {
  for (let row = nameLine.start; row < nameLine.end; row += 1)
    if ((marginals[row * CLASSES + PERSON] ?? 0) >= SURE) return true;
  return false;
}
