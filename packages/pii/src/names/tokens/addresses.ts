import { DIGIT, KINDS, LETTER, SPACE } from "../../text/character-tables.ts";
import { TOKEN_KINDS, type Tokens } from "./tokens.ts";

const AT = "@".charCodeAt(0);
const COLON = ":".charCodeAt(0);
const SLASH = "/".charCodeAt(0);
const FULL_STOP = ".".charCodeAt(0);
const UNDERSCORE = "_".charCodeAt(0);
const W = "w".charCodeAt(0);
const STOPS = new Set(Array.from('<>"(),;[]|', (sign) => sign.charCodeAt(0)));

/**
 * Returns the end of the address, URL or `@handle` whose "@" or ":" is at `at`, or `at` if there is
 * none. `takeBack` handles the part before `at`.
 */
export function addressEnd(tokens: Tokens, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === AT) return isWordUnit(text, at + 1) ? endOfAt(tokens, text, at) : at;
  if (unit !== COLON || !endsWord(tokens, at)) return at;
  const isScheme = text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH;
  return isScheme ? endOfRun(text, at) : at;
}

export function isWww(text: string, start: number, end: number): boolean {
  if (end - start !== 3 || text.charCodeAt(end) !== FULL_STOP) return false;
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | 0x20) !== W) return false;
  return true;
}

export function endOfRun(text: string, at: number): number {
  let end = at;
  while (end < text.length && KINDS[text.charCodeAt(end)] !== SPACE) {
    if (STOPS.has(text.charCodeAt(end))) break;
    end += 1;
  }
  return end;
}

/**
 * Removes the tokens of the address that precede `at`. Returns the start of the first one, or `at`
 * if there are none.
 */
export function takeBack(tokens: Tokens, text: string, at: number): number {
  const { start, end, kind } = tokens;
  const isAt = text.charCodeAt(at) === AT;
  let from = at;
  for (let row = tokens.count - 1; row >= 0 && end[row] === from; row -= 1) {
    const first = text.charCodeAt(start[row] ?? 0);
    if (kind[row] === TOKEN_KINDS.SIGN && (STOPS.has(first) || (isAt && first === COLON))) break;
    if (kind[row] === TOKEN_KINDS.OWNED) break;
    from = start[row] ?? from;
    tokens.count = row;
  }
  return from;
}

function endOfAt(tokens: Tokens, text: string, at: number): number {
  if (endsWord(tokens, at)) return endOfRun(text, at);
  let end = at + 1;
  while (isWordUnit(text, end)) end += 1;
  return end;
}

function endsWord(tokens: Tokens, at: number): boolean {
  const last = tokens.count - 1;
  return last >= 0 && tokens.end[last] === at && tokens.kind[last] !== TOKEN_KINDS.SIGN;
}

function isWordUnit(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const unit = text.charCodeAt(at);
  const kind = KINDS[unit];
  return kind === LETTER || kind === DIGIT || unit === UNDERSCORE;
}
