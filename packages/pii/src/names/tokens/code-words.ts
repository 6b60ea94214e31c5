import { LEXICON_FLAGS as F, FIRST_NAME, LAST_NAME } from "../lexicon/lexicon.ts";
import { at, TOKEN_KINDS, type Tokens } from "./tokens.ts";

const HYPHEN = "-".charCodeAt(0);
const BEFORE = codes("_=/\\$&|~^`{");
const BEHIND = codes("_([{=/\\$|~`");
const BEFORE_UNLISTED = codes("<*");
const BEHIND_UNLISTED = codes("*");
const BEFORE_TIGHT = codes(".(:[");
const BEHIND_TIGHT = codes(".:");

export function insideCode(tokens: Tokens, row: number, text: string): boolean {
  const { glued, count } = tokens;
  if (glued[row] === 1 && isCodeBefore(tokens, row, text)) return true;
  return row + 1 < count && glued[row + 1] === 1 && isCodeBehind(tokens, row, text);
}

function isCodeBefore(tokens: Tokens, row: number, text: string): boolean {
  const before = row - 1;
  if (tokens.kind[before] === TOKEN_KINDS.NUMBER) return true;
  if (tokens.kind[before] !== TOKEN_KINDS.SIGN) return false;
  const sign = text.charCodeAt(at(tokens.start, before));
  if (BEFORE.has(sign)) return true;
  if (BEFORE_UNLISTED.has(sign)) return !isListed(tokens, row, FIRST_NAME);
  if (BEFORE_TIGHT.has(sign)) return tokens.glued[before] === 1;
  return sign === HYPHEN && !isListed(tokens, row, FIRST_NAME | F.LAST);
}

function isCodeBehind(tokens: Tokens, row: number, text: string): boolean {
  const behind = row + 1;
  if (tokens.kind[behind] === TOKEN_KINDS.NUMBER) return true;
  if (tokens.kind[behind] !== TOKEN_KINDS.SIGN) return false;
  const sign = text.charCodeAt(at(tokens.start, behind));
  if (BEHIND.has(sign)) return true;
  if (BEHIND_UNLISTED.has(sign)) return !isListed(tokens, row, FIRST_NAME);
  if (BEHIND_TIGHT.has(sign)) return behind + 1 < tokens.count && tokens.glued[behind + 1] === 1;
  return sign === HYPHEN && !isListed(tokens, row, FIRST_NAME | LAST_NAME);
}

function isListed(tokens: Tokens, row: number, lists: number): boolean {
  return (at(tokens.flags, row) & lists) !== 0;
}

function codes(signs: string): ReadonlySet<number> {
  return new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
}
