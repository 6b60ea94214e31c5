import { Buffer, isUtf8 } from "node:buffer";
import { SMALL_CAPITALS } from "../characters/small-capitals.ts";
import { octetsOf } from "../characters/utf-8.ts";
import { CONTINUATIONS, octetOf } from "../characters/windows-1252.ts";
import type { Edit } from "../edits/edit.ts";

/**
 * First octets of Syriac, Thaana, NKo and Hebrew points. They are not decoded, because "Ö“" and
 * "Spaß“" are more likely.
 */
const NEVER_FIRST = "ÖÜÝÞß";
/** Phonetic letters, which are not decoded, because "CAFÉ”" is more likely. */
const PHONETIC = /[\u0240-\u02bf]/;
/** The code units to which programs decode the first octets of characters. */
export const FIRST_UNITS: readonly number[] = Array.from(
  { length: 0xf5 - 0xc2 },
  (_unit, at) => 0xc2 + at,
).filter((unit) => !NEVER_FIRST.includes(String.fromCharCode(unit)));
const [FIRST, NEXT] = [1, 2];
/**
 * The roles of code units in mojibake. A search with a regular expression would take four times as
 * long.
 */
const ROLES = new Uint8Array(0x10000);
for (const unit of FIRST_UNITS) ROLES[unit] = FIRST;
for (const unit of CONTINUATIONS) ROLES[unit] = (ROLES[unit] ?? 0) | NEXT;

/**
 * Finds mojibake such as `MÃ¼ller`, which is UTF-8 that a program decoded as Windows-1252 or ISO
 * 8859-1. Only whole characters are decoded, so "SÃO" stays.
 */
export function mojibakeIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at < text.length - 1; ) {
    const edit = mayBegin(text, at) ? characterAt(text, at) : undefined;
    if (edit !== undefined) edits.push(edit);
    at = edit?.end ?? at + 1;
  }
  return edits;
}

function mayBegin(text: string, at: number): boolean {
  const role = ROLES[text.charCodeAt(at)] ?? 0;
  return (role & FIRST) !== 0 && ((ROLES[text.charCodeAt(at + 1)] ?? 0) & NEXT) !== 0;
}

function characterAt(text: string, start: number): Edit | undefined {
  const end = start + octetsOf(text.charCodeAt(start));
  const octets: number[] = [];
  for (let at = start; at < end; at += 1) {
    const octet = octetOf(text.charCodeAt(at));
    if (octet === undefined) return undefined;
    octets.push(octet);
  }
  const bytes = Buffer.from(octets);
  if (!isUtf8(bytes)) return undefined;
  const value = bytes.toString("utf8");
  return PHONETIC.test(value) && !SMALL_CAPITALS.has(value) ? undefined : { start, end, value };
}
