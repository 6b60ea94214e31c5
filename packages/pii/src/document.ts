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
}

/** Runs of letters and digits, by their offsets. */
export interface Codes extends Groups {
  /** For each run, whether it is digits alone. */
  readonly areNumbers: readonly boolean[];
}

export function createDocument(text: string, language: Language): Doc {
  return { text, language, codes: codesIn(text) };
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
