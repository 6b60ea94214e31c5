import { Buffer } from "node:buffer";
import type { Edit } from "../edits/edit.ts";
import { quotedAt } from "./quoted-octets.ts";

/**
 * Matches an encoded word of a mail header (RFC 2047, section 2). Some programs write words that
 * are longer than allowed.
 */
const WORD = /=\?([A-Za-z0-9-]{1,40})(?:\*[A-Za-z-]{1,20})?\?([QqBb])\?([^?\s]{0,2000})\?=/y;
/** Matches white space between two encoded words, which readers do not see (section 6.2). */
const BETWEEN = /[ \t\r\n]{1,80}(?==\?)/y;

/**
 * Reads encoded words such as `=?UTF-8?Q?M=C3=BCller?=` and `=?UTF-8?B?TcO8bGxlcg==?=`. A finding
 * in base64 covers the whole word.
 */
export function mimeWordsIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("=?"); at !== -1; ) {
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const end = match === null ? at + 2 : WORD.lastIndex;
    if (match !== null) {
      joinToLast(text, edits, at);
      addWord(edits, text, {
        start: at,
        end,
        charset: match[1],
        kind: match[2],
        written: match[3],
      });
    }
    at = text.indexOf("=?", end);
  }
  return edits;
}

/** Returns the end of the encoded word at `at`, or `at` if there is none. */
export function pastMimeWord(text: string, at: number): number {
  if (text.charAt(at + 1) !== "?") return at;
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex : at;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly charset: string | undefined;
  readonly kind: string | undefined;
  readonly written: string | undefined;
}

function joinToLast(text: string, edits: Edit[], start: number): void {
  const last = edits.at(-1)?.end ?? start;
  if (last === start) return;
  BETWEEN.lastIndex = last;
  if (BETWEEN.test(text) && BETWEEN.lastIndex === start)
    edits.push({ start: last, end: start, value: "" });
}

function addWord(edits: Edit[], text: string, word: Word): void {
  const { start, end, charset = "", kind = "", written = "" } = word;
  if (kind.toUpperCase() === "B") {
    const bytes = Buffer.from(written, "base64");
    edits.push({ start, end, value: bytes.toString(/utf-?8/i.test(charset) ? "utf8" : "latin1") });
    return;
  }
  const last = end - 2;
  const first = last - written.length;
  edits.push({ start, end: first, value: "" });
  for (let at = first; at < last; ) {
    const edit =
      text.charAt(at) === "_" ? { start: at, end: at + 1, value: " " } : quotedAt(text, at);
    if (edit !== undefined) edits.push(edit);
    at = edit?.end ?? at + 1;
  }
  edits.push({ start: last, end, value: "" });
}
