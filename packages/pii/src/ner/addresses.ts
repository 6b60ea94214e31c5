import { DIGIT, KINDS, LETTER, SPACE } from "./character-tables.ts";
import { TOKEN_KINDS, type Tokens } from "./tokens.ts";

const AT = "@".charCodeAt(0);
const COLON = ":".charCodeAt(0);
const SLASH = "/".charCodeAt(0);
const FULL_STOP = ".".charCodeAt(0);
const UNDERSCORE = "_".charCodeAt(0);
const W = "w".charCodeAt(0);
/** Signs that end an address on either side. */
const STOPS = new Set(Array.from('<>"(),;[]|', (sign) => sign.charCodeAt(0)));

/**
 * Where the email address, URL or `@handle` ends of which the sign at `at` is a part; `at` when it is none.
 * What belongs to the address before `at` is for `takeBack`.
 */
export function addressEnd(tokens: Tokens, text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === AT) return isWordUnit(text, at + 1) ? endOfAt(tokens, text, at) : at;
  if (unit !== COLON || !endsWord(tokens, at)) return at;
  const isScheme = text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH;
  return isScheme ? endOfRun(text, at) : at;
}

/** Whether "www." stands at `start`, the beginning of a word that ends at `end`. */
export function isWww(text: string, start: number, end: number): boolean {
  if (end - start !== 3 || text.charCodeAt(end) !== FULL_STOP) return false;
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | 0x20) !== W) return false;
  return true;
}

/** The end of the run without blanks and stops that goes on at `at`. */
export function endOfRun(text: string, at: number): number {
  let end = at;
  while (end < text.length && KINDS[text.charCodeAt(end)] !== SPACE) {
    if (STOPS.has(text.charCodeAt(end))) break;
    end += 1;
  }
  return end;
}

/**
 * Removes the tokens that belong to the address which goes on at `at`, back to a blank or a stop, for "@" also
 * to a colon ("mailto:"). Where the first of them begins; `at` when there is none.
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

/** Behind a word: an address. Else a handle, which ends with its letters, digits and underscores. */
function endOfAt(tokens: Tokens, text: string, at: number): number {
  if (endsWord(tokens, at)) return endOfRun(text, at);
  let end = at + 1;
  while (isWordUnit(text, end)) end += 1;
  return end;
}

/** Whether a word or a number ends right before `at`. */
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
