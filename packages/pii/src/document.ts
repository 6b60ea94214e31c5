import type { Language } from "@veil/contracts/sanitiser";
import type { Groups } from "./groups.ts";

/** A text as recognisers see it, with what several of them need computed once. */
export interface Doc {
  readonly text: string;
  readonly language: Language;
  /**
   * Runs of ASCII letters and digits, as long as they go, that hold a digit: where every number, code and
   * identifier begins. Start a sticky pattern at each instead of searching the text.
   */
  readonly codes: Codes;
  /** Which signs stand in the text, as `signsIn` writes them. */
  readonly signs: number;
}

/** Runs of letters and digits, by their offsets. */
export interface Codes extends Groups {
  /** For each run, whether it is digits alone. */
  readonly areNumbers: readonly boolean[];
}

export function createDocument(text: string, language: Language): Doc {
  const codes = codesIn(text);
  return { text, language, codes, signs: signsIn(text) };
}

/** A bit for each of some signs that stands in `text`, and one for all digits. */
export function signsIn(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) signs |= SIGNS[text.charCodeAt(at)] ?? 0;
  return signs;
}

function codesIn(text: string): Codes {
  const starts: number[] = [];
  const ends: number[] = [];
  const areNumbers: boolean[] = [];
  const length = text.length;
  let kinds = OTHER;
  let start = 0;
  // One step beyond the end, where every run ends.
  for (let at = 0; at <= length; at += 1) {
    const kind = at === length ? OTHER : (KINDS[text.charCodeAt(at)] ?? OTHER);
    if (kind !== OTHER) {
      if (kinds === OTHER) start = at;
      kinds |= kind;
      continue;
    }
    if ((kinds & DIGIT) !== 0) {
      starts.push(start);
      ends.push(at);
      areNumbers.push(kinds === DIGIT);
    }
    kinds = OTHER;
  }
  return { starts, ends, areNumbers };
}

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const KINDS = new Uint8Array(0x10000);
for (let code = 48; code <= 57; code += 1) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) KINDS[code] = LETTER;
for (let code = 97; code <= 122; code += 1) KINDS[code] = LETTER;
const SIGNS = new Int32Array(0x10000);
for (let code = 48; code <= 57; code += 1) SIGNS[code] = 1;
for (const [bit, sign] of [..."@:=/\\.-"].entries()) SIGNS[sign.charCodeAt(0)] = 2 << bit;
