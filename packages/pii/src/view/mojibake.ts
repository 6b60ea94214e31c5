import { Buffer, isUtf8 } from "node:buffer";
import type { Edit } from "./edit.ts";
import { SMALL_CAPITALS } from "./small-capitals.ts";
import { octetsOf } from "./utf-8.ts";
import { CONTINUATIONS, octetOf } from "./windows-1252.ts";

/** Of Syriac, Thaana, NKo and Hebrew points: "Ö“" and "Spaß“" are likelier. */
const NEVER_FIRST = "ÖÜÝÞß";
/** "CAFÉ”" is likelier. */
const PHONETIC = /[\u0240-\u02bf]/;
/** What the first octets of characters are read as. */
export const FIRST_UNITS: readonly number[] = Array.from(
  { length: 0xf5 - 0xc2 },
  (_unit, at) => 0xc2 + at,
).filter((unit) => !NEVER_FIRST.includes(String.fromCharCode(unit)));
const MAY_BEGIN = new RegExp(
  `[${String.fromCharCode(...FIRST_UNITS)}][${String.fromCharCode(...new Set(CONTINUATIONS))}]`,
  "g",
);

/** `MÃ¼ller`: UTF-8 that was read as Windows-1252 or ISO 8859-1. Only whole characters are read: "SÃO" stays. */
export function mojibakeIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  MAY_BEGIN.lastIndex = 0;
  for (let match = MAY_BEGIN.exec(text); match !== null; match = MAY_BEGIN.exec(text)) {
    const edit = characterAt(text, match.index);
    MAY_BEGIN.lastIndex = edit?.end ?? match.index + 1;
    if (edit !== undefined) edits.push(edit);
  }
  return edits;
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
