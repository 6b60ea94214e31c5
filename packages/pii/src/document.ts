import type { Language } from "@veil/contracts/sanitiser";
import { type Codes, classOf } from "./code-forms.ts";
import { languageOf } from "./language.ts";
import { readWords, type Words } from "./words.ts";

/** A text as recognizers read it, with what several of them need computed once. */
export interface Doc {
  readonly text: string;
  readonly language: Language;
  /** Maximal runs of ASCII letters and digits with a digit; recognizers try a sticky pattern at each. */
  readonly codes: Codes;
  readonly signs: number;
  /** Read when first asked for. */
  readonly words: Words;
}

/** Reads a text once for all recognizers; linear. Without `language` it is detected. */
export function createDocument(text: string, language?: Language): Doc {
  let words: Words | undefined;
  const wordsOf = () => {
    words ??= readWords(text);
    return words;
  };
  return {
    text,
    language: language ?? languageOf(wordsOf()),
    ...readSigns(text),
    get words() {
      return wordsOf();
    },
  };
}

/** One bit per known sign in `text`, and one for all digits. */
export function signsIn(text: string): number {
  return readSigns(text).signs;
}

function readSigns(text: string): Pick<Doc, "codes" | "signs"> {
  const starts: number[] = [];
  const ends: number[] = [];
  const areNumbers: boolean[] = [];
  const classes: number[] = [];
  const length = text.length;
  let signs = 0;
  let kinds = OTHER;
  let start = 0;
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
      classes.push(classOf(at - start, text.charCodeAt(start) <= NINE, kinds === DIGIT));
    }
    kinds = OTHER;
  }
  return { codes: { starts, ends, areNumbers, classes }, signs };
}

const NINE = 57;
const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const ALPHANUMERIC = DIGIT | LETTER;
const KINDS = new Uint16Array(0x10000);
for (let code = 48; code <= 57; code += 1) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code += 1) KINDS[code] = LETTER;
for (let code = 97; code <= 122; code += 1) KINDS[code] = LETTER;
for (const [bit, sign] of [..."@:=/\\.-"].entries()) KINDS[sign.charCodeAt(0)] = 4 << bit;
