import { isSuspect } from "../characters/suspects.ts";
import { CONTINUATIONS } from "../characters/windows-1252.ts";
import { FIRST_UNITS } from "./mojibake.ts";
import { isNumberSeparator } from "./number-separators.ts";

/** Signs of notations, one bit each. A text without a sign does not contain its notation. */
export const SIGNS = {
  suspect: 1,
  escape: 2,
  equals: 4,
  tag: 8,
  field: 16,
  prefix: 32,
  joiner: 64,
  emoji: 128,
  /**
   * One bit for the first octet of a UTF-8 character that was read as Windows-1252, and one for the
   * other octets.
   */
  mojibake: 256 + 512,
  separator: 1024,
} as const;

const UNITS: readonly (readonly [number, string])[] = [
  [SIGNS.escape, "\\"],
  [SIGNS.equals, "="],
  [SIGNS.tag, "<"],
  [SIGNS.field, "&+%"],
  [SIGNS.prefix, ">#*•|/?"],
  [SIGNS.joiner, "_/\\+"],
];

const KINDS = new Uint16Array(0x10000);
for (let code = 0; code < KINDS.length; code += 1) if (isSuspect(code)) KINDS[code] = SIGNS.suspect;
for (const [bit, units] of UNITS)
  for (let at = 0; at < units.length; at += 1) add(units.charCodeAt(at), bit);
for (let code = 0xd83c; code <= 0xd83e; code += 1) add(code, SIGNS.emoji);
for (let code = 0x2600; code <= 0x27bf; code += 1) add(code, SIGNS.emoji);
add(0x2b50, SIGNS.emoji);
for (let code = 0; code < KINDS.length; code += 1)
  if (isNumberSeparator(code)) add(code, SIGNS.separator);
for (const code of FIRST_UNITS) add(code, 256);
for (const code of CONTINUATIONS) add(code, 512);

function add(code: number, bit: number): void {
  KINDS[code] = (KINDS[code] ?? 0) | bit;
}

export function signsOf(code: number): number {
  return KINDS[code] ?? 0;
}

export function signsIn(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) signs |= KINDS[text.charCodeAt(at)] ?? 0;
  return signs;
}
