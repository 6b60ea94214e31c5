import { wordSet } from "../../text/word-set.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, LAST_NAME } from "../lexicon/lexicon.ts";
import { at, SHAPES, type Tokens } from "../tokens/tokens.ts";
import type { NameRows } from "./inverted-names.ts";

/**
 * Parts of Arabic names, and abbreviated nobiliary particles. Not von, van and de, which on their
 * own may be prepositions.
 */
const JOINTS = wordSet("al el az ad as ar ul ud ed bin ibn ben binti bint v");
const NOBLE = wordSet("von");
const CONNECTORS = wordSet("und u zu zur zum");
const MAX_JOINTS = 6;

/**
 * Joins two names that are one: "Fatima az-Zahra Benali", "Karl von und zu Rabenstein". Also
 * extends "H. Koch" to "K.-H. Koch".
 */
export function joinNames<Name extends NameRows>(names: readonly Name[], tokens: Tokens): Name[] {
  const joined: Name[] = [];
  for (const name of names) {
    const last = joined.at(-1);
    if (last !== undefined && isOne(last, name, tokens)) {
      last.lastRow = name.lastRow;
      last.end = name.end;
      continue;
    }
    takeInitial(name, tokens);
    joined.push(name);
  }
  return joined;
}

function isOne(left: NameRows, right: NameRows, tokens: Tokens): boolean {
  if (left.type !== "PERSON" || right.type !== "PERSON") return false;
  const first = left.lastRow + 1;
  const count = right.firstRow - first;
  if (count < 1 || count > MAX_JOINTS) return false;
  if (tokens.line[left.lastRow] !== tokens.line[right.firstRow]) return false;
  let joints = 0;
  for (let row = first; row < right.firstRow; row += 1) {
    const kind = jointAt(tokens, row, left);
    if (kind === "none") return false;
    if (kind === "joint") joints += 1;
  }
  return joints > 0;
}

function jointAt(tokens: Tokens, row: number, left: NameRows): "joint" | "part" | "none" {
  const shape = tokens.shape[row];
  const before = lowerOutside(tokens, row - 1, left);
  if (shape === SHAPES.HYPHEN || shape === SHAPES.FULL_STOP)
    return tokens.glued[row] === 1 && JOINTS.has(before) ? "part" : "none";
  if (shape === SHAPES.LOWER_LETTER && !isSingleGivenName(left, tokens)) return "none";
  const lower = at(tokens.lower, row);
  if (NOBLE.has(lower)) return "part";
  // "von und zu" is a particle, but "und" and "zu" on their own separate two persons.
  const isNoble = NOBLE.has(before) || CONNECTORS.has(before);
  return JOINTS.has(lower) || (isNoble && CONNECTORS.has(lower)) ? "joint" : "none";
}

function lowerOutside(tokens: Tokens, row: number, { lastRow }: NameRows): number {
  return row > lastRow ? at(tokens.lower, row) : 0;
}

/** Returns true for "Ole" before "v.", but not for the Smith of "Smith v. Jones". */
function isSingleGivenName({ firstRow, lastRow }: NameRows, tokens: Tokens): boolean {
  const flags = at(tokens.flags, firstRow);
  return (
    firstRow === lastRow && (flags & FIRST_NAME) !== 0 && (flags & (LAST_NAME | F.LAST_RARE)) === 0
  );
}

function takeInitial(name: NameRows, tokens: Tokens): void {
  const hyphen = name.firstRow - 1;
  if (name.type !== "PERSON" || hyphen < 1 || tokens.shape[hyphen] !== SHAPES.HYPHEN) return;
  if (tokens.glued[hyphen] !== 1 || tokens.glued[name.firstRow] !== 1) return;
  const initial = tokens.shape[hyphen - 1] === SHAPES.FULL_STOP ? hyphen - 2 : hyphen - 1;
  if (initial < 0 || tokens.shape[initial] !== SHAPES.INITIAL) return;
  if (tokens.line[initial] !== tokens.line[name.firstRow]) return;
  name.firstRow = initial;
  name.start = at(tokens.start, initial);
}
