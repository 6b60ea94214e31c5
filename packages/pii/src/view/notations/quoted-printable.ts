import type { Edit } from "../edits/edit.ts";
import { pastMimeWord } from "./mime-words.ts";
import { quotedAt } from "./quoted-octets.ts";

/**
 * Minimum length of a line that is full. Programs break lines at 76 characters, and a prefix may be
 * missing.
 */
const FULL_LINE = 56;

const NOT_BASE64 = /[^A-Za-z0-9+/=]/;

/**
 * Finds quoted characters, as in `M=C3=BCller` and `M=FCller`, and `=` at the end of a line.
 * `page=20` has the same form, so other readings count too.
 */
export function quotedPrintableIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const breaks: Edit[] = [];
  for (let at = text.indexOf("="); at !== -1; ) {
    const wordEnd = pastMimeWord(text, at);
    const edit = wordEnd > at ? undefined : quotedAt(text, at);
    if (edit !== undefined) (edit.value === "" ? breaks : edits).push(edit);
    at = text.indexOf("=", edit?.end ?? Math.max(wordEnd, at + 1));
  }
  // In programs, "=" ends lines too, but short ones.
  const read = edits.length > 0 ? breaks : breaks.filter(({ start }) => endsFullLine(text, start));
  return read.length === 0 ? edits : [...edits, ...read].sort((a, b) => a.start - b.start);
}

/**
 * Returns whether `edits` can only be quoted-printable. `IBAN=DE89`, `page=20` and lines of base64
 * could be something else.
 */
export function areSurelyQuoted(text: string, edits: readonly Edit[]): boolean {
  return edits.some(({ start, end, value }) => {
    if (value === "") return NOT_BASE64.test(text.slice(Math.max(0, start - FULL_LINE), start));
    return value === "=" || (end - start > 3 && value > "\x7f");
  });
}

function endsFullLine(text: string, at: number): boolean {
  const from = Math.max(0, at - FULL_LINE);
  return at - from === FULL_LINE && !text.slice(from, at).includes("\n");
}
