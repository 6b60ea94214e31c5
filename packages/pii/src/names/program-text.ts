import type { Span } from "../finding.ts";

const GLUED_BEFORE = /(?:[\p{N}+=\\$]|[\p{L}\p{N}]_)$/u;
const GLUED_AFTER = /^(?:[\p{N}+=\\$]|_[\p{L}\p{N}])/u;
/**
 * Matches "ApiError" and "keyHolder" in "ApiError<" and "keyHolder;". Names run together by mistake
 * have no such sign after them.
 */
const INNER_CAPITAL = /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u;
const PROGRAM_SIGN = /^[(<{;]/;
const [SPACE, NEWLINE] = [0x20, 0x0a];
const LETTER = /\p{L}/u;

/**
 * Returns whether `span` is program text, not a name. A single letter may be an initial but not a
 * place, and no place starts inside a word.
 */
export function isProgramText(text: string, { start, end }: Span, isPlace: boolean): boolean {
  if (isPlace && (end - start === 1 || LETTER.test(text.charAt(start - 1)))) return true;
  if (!isBlank(text, start - 1) && GLUED_BEFORE.test(text.slice(Math.max(0, start - 2), start)))
    return true;
  if (isBlank(text, end)) return false;
  const after = text.slice(end, end + 2);
  if (GLUED_AFTER.test(after)) return true;
  if (text.charAt(end - 1) === "-" && LETTER.test(after)) return true;
  return PROGRAM_SIGN.test(after) && INNER_CAPITAL.test(text.slice(start, end));
}

/** Returns whether the character is a space or a line feed, as next to most names. */
function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === NEWLINE;
}
