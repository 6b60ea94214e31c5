import { LINE_CASES, SHAPES, TOKEN_KINDS, type Tokens } from "./tokens.ts";

const FEW_CAPITALS = 3;
const TITLE_SHARE = 0.75;

export function closeLine(tokens: Tokens, first: number): void {
  const { kind, shape, length, lineCase, count } = tokens;
  let words = 0;
  let capitalized = 0;
  let capitals = 0;
  let withLower = 0;
  for (let row = first; row < count; row += 1) {
    if (kind[row] !== TOKEN_KINDS.WORD) continue;
    words += 1;
    switch (shape[row]) {
      case SHAPES.INITIAL:
      case SHAPES.ALL_CAPITALS:
        capitals += length[row] ?? 0;
        capitalized += 1;
        break;
      case SHAPES.CAPITALIZED:
      case SHAPES.CAMEL:
        capitals += 1;
        capitalized += 1;
        withLower += 1;
        break;
      case SHAPES.INNER_CAPITAL:
        capitals += 1;
        withLower += 1;
        break;
      default:
        withLower += 1;
    }
  }
  lineCase.fill(caseOf(words, capitalized, capitals, withLower), first, count);
}

function caseOf(words: number, capitalized: number, capitals: number, withLower: number): number {
  if (capitals === 0) return LINE_CASES.LOWER;
  if (withLower === 0 && capitals > FEW_CAPITALS) return LINE_CASES.UPPER;
  if (words >= 3 && capitalized >= words * TITLE_SHARE) return LINE_CASES.TITLE;
  return LINE_CASES.MIXED;
}
