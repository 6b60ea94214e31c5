import { wordSet } from "../../text/word-set.ts";
import { at, SHAPES, type Tokens } from "../tokens/tokens.ts";
import type { NameRows } from "./inverted-names.ts";

const TITLES = wordSet("mr mrs ms miss mx mister dr prof professor doctor");

/** Extends "Koch" to "Dr. Koch". */
export function extendOverTitles(name: NameRows, tokens: Tokens): void {
  if (name.type !== "PERSON") return;
  for (let row = name.firstRow - 1; row >= 0; row -= 1) {
    const isStop = tokens.glued[row] === 1 && tokens.shape[row] === SHAPES.FULL_STOP;
    const title = isStop ? row - 1 : row;
    if (title < 0 || tokens.line[title] !== tokens.line[name.firstRow]) return;
    if (!TITLES.has(at(tokens.lower, title))) return;
    name.start = at(tokens.start, title);
    row = title;
  }
}
