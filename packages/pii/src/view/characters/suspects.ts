import { SMALL_CAPITALS } from "./small-capitals.ts";

const ORDINARY: readonly (readonly [number, number])[] = [
  [0x0531, 0x05ff],
  [0x1e00, 0x1eff],
  [0x2012, 0x2023],
  [0x2026, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20cf],
  [0x2190, 0x245f],
  [0x2500, 0x27ff],
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  // Emoji: the high surrogate of most of them, and all low surrogates.
  [0xd83d, 0xd83d],
  [0xdc00, 0xdfff],
];
const BELOW = "\n%&\\\u007f\u00a0\u00ad²³¹";

const SUSPECTS = new Uint8Array(0x10000);
SUSPECTS.fill(1, 0, 0x20).fill(0, 0x09, 0x0e).fill(1, 0x80, 0xa0).fill(1, 0x0300);
for (const [first, last] of ORDINARY) SUSPECTS.fill(0, first, last + 1);
for (const capital of SMALL_CAPITALS.keys()) SUSPECTS[capital.charCodeAt(0)] = 1;
for (let at = 0; at < BELOW.length; at += 1) SUSPECTS[BELOW.charCodeAt(at)] = 1;

export function isSuspect(code: number): boolean {
  return SUSPECTS[code] === 1;
}
