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
  readonly codes: Groups;
}

export function createDocument(text: string, language: Language): Doc {
  return { text, language, codes: codesIn(text) };
}

function codesIn(text: string): Groups {
  const starts: number[] = [];
  const ends: number[] = [];
  const length = text.length;
  for (let at = 0; at < length; at += 1) {
    if (kindAt(text, at) === OTHER) continue;
    const start = at;
    let kinds = 0;
    for (let kind = kindAt(text, at); kind !== OTHER; kind = kindAt(text, at)) {
      kinds |= kind;
      at += 1;
    }
    if ((kinds & DIGIT) === 0) continue;
    starts.push(start);
    ends.push(at);
  }
  return { starts, ends };
}

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const KINDS = new Uint8Array(128);
for (let code = 48; code <= 57; code += 1) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) KINDS[code] = LETTER;
for (let code = 97; code <= 122; code += 1) KINDS[code] = LETTER;

/** OTHER also past the end of the text. */
function kindAt(text: string, index: number): number {
  return KINDS[text.charCodeAt(index)] ?? OTHER;
}
