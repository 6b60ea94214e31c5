import { hashLower } from "./hashes.ts";
import type { NameRows } from "./inverted-names.ts";
import { LEXICON_FLAGS as F, FIRST_NAME, LAST_NAME } from "./lexicon.ts";
import { at, SHAPES, type Tokens } from "./tokens.ts";

/** Parts of Arabic names and abbreviations of the nobility; von, van and de alone may be prepositions. */
const JOINTS = hashes("al el az ad as ar ul ud ed bin ibn ben binti bint v");
const NOBLE = hashes("von");
const WITHIN = hashes("und u zu zur zum");
const MOST_JOINTS = 6;

/**
 * One name out of two with what only names have between them: "Fatima az-Zahra Benali", "Karl von und zu
 * Rabenstein", "Ole v. Beust", and "K.-H. Koch" from "H. Koch".
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
  if (count < 1 || count > MOST_JOINTS) return false;
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
  const before = lowerWithin(tokens, row - 1, left);
  if (shape === SHAPES.HYPHEN || shape === SHAPES.FULL_STOP)
    return tokens.glued[row] === 1 && JOINTS.has(before) ? "part" : "none";
  if (shape === SHAPES.LOWER_LETTER && !isGivenAlone(left, tokens)) return "none";
  const lower = at(tokens.lower, row);
  if (NOBLE.has(lower)) return "part";
  // "von und zu" is noble; "und" and "zu" alone stand between two persons.
  const isNoble = NOBLE.has(before) || WITHIN.has(before);
  return JOINTS.has(lower) || (isNoble && WITHIN.has(lower)) ? "joint" : "none";
}

/** 0 for a row of the name itself. */
function lowerWithin(tokens: Tokens, row: number, { lastRow }: NameRows): number {
  return row > lastRow ? at(tokens.lower, row) : 0;
}

/** "Ole" before "v.", but not the Smith of "Smith v. Jones". */
function isGivenAlone({ firstRow, lastRow }: NameRows, tokens: Tokens): boolean {
  const flags = at(tokens.flags, firstRow);
  return (
    firstRow === lastRow && (flags & FIRST_NAME) !== 0 && (flags & (LAST_NAME | F.LAST_RARE)) === 0
  );
}

/** The initial before a hyphen. */
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

function hashes(words: string): ReadonlySet<number> {
  return new Set(words.split(" ").map((word) => hashLower(word)));
}
