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
  return { text, language, ...readSigns(text) };
}

/** A bit for each of some signs that stands in `text`, and one for all digits. */
export function signsIn(text: string): number {
  return readSigns(text).signs;
}

/** Both in one pass over the text. */
function readSigns(text: string): Pick<Doc, "codes" | "signs"> {
  const starts: number[] = [];
  const ends: number[] = [];
  const areNumbers: boolean[] = [];
  const length = text.length;
  let signs = 0;
  let kinds = OTHER;
  let start = 0;
  // One step beyond the end, where every run ends.
  for (let at = 0; at <= length; at += 1) {
    const kind = at === length ? OTHER : (KINDS[text.charCodeAt(at)] ?? OTHER);
    if ((kind & ALPHANUMERIC) !== 0) {
      if (kinds === OTHER) start = at;
      kinds |= kind;
      continue;
    }
    signs |= kind;
    if ((kinds & DIGIT) !== 0) {
      signs |= DIGIT;
      starts.push(start);
      ends.push(at);
      areNumbers.push(kinds === DIGIT);
    }
    kinds = OTHER;
  }
  return { codes: { starts, ends, areNumbers }, signs };
}

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const ALPHANUMERIC = DIGIT | LETTER;
/** DIGIT, LETTER or the bit of a sign for each code unit. */
const KINDS = new Uint16Array(0x10000);
for (let code = 48; code <= 57; code += 1) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) KINDS[code] = LETTER;
for (let code = 97; code <= 122; code += 1) KINDS[code] = LETTER;
for (const [bit, sign] of [..."@:=/\\.-"].entries()) KINDS[sign.charCodeAt(0)] = 4 << bit;
