import { Buffer, isUtf8 } from "node:buffer";
import { octetsOf } from "../characters/utf-8.ts";
import type { Edit } from "../edits/edit.ts";

/** Matches an octet or a soft line break (RFC 2045, section 6.7). */
const QUOTED = /=(?:([0-9A-F]{2})|[ \t]{0,8}\r?\n)/y;
/**
 * Matches characters that are never read as quoted: letters and digits, because no program quotes
 * them and `size=50` is common, and control characters, because no text has them.
 */
const NEVER_QUOTED = /(?![\t\n\r])[A-Za-z0-9\p{Cc}]/u;
/** The first printable octet of ISO 8859-1 above ASCII. */
const FIRST_OF_LATIN_1 = 0xa0;

/** Returns the edit of the quoted character or soft line break at `at`. */
export function quotedAt(text: string, at: number): Edit | undefined {
  const first = octetAt(text, at);
  if (first === undefined) return undefined;
  if (first.octet === undefined) return { start: at, end: first.end, value: "" };
  if (first.octet < 0x80) {
    const value = String.fromCharCode(first.octet);
    return NEVER_QUOTED.test(value) ? undefined : { start: at, end: first.end, value };
  }
  return characterAt(text, at, first.octet, first.end);
}

interface Octet {
  /** Undefined for a soft line break. */
  readonly octet: number | undefined;
  readonly end: number;
}

function octetAt(text: string, at: number): Octet | undefined {
  QUOTED.lastIndex = at;
  const match = QUOTED.exec(text);
  if (match === null) return undefined;
  const [all, hex] = match;
  return { octet: hex === undefined ? undefined : Number.parseInt(hex, 16), end: at + all.length };
}

function characterAt(text: string, start: number, first: number, after: number): Edit | undefined {
  const octets = [first];
  let end = after;
  while (octets.length < octetsOf(first)) {
    const next = octetAt(text, end);
    if (next === undefined) break;
    if (next.octet !== undefined) octets.push(next.octet);
    end = next.end;
  }
  const bytes = Buffer.from(octets);
  if (bytes.length === octetsOf(first) && isUtf8(bytes))
    return { start, end, value: bytes.toString("utf8") };
  if (first < FIRST_OF_LATIN_1) return undefined;
  return { start, end: after, value: String.fromCharCode(first) };
}
