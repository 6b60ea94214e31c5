import type { Language } from "@veil/contracts/sanitiser";
import { type Codes, classOf } from "./code-forms.ts";
import { languageOf } from "./language.ts";
import { readWords, type Words } from "./words.ts";

/**
 * A text as recognizers read it, with facts that several of them need and that are computed once.
 */
export interface Doc {
  readonly text: string;
  readonly language: Language;
  /**
   * Maximal runs of ASCII letters and digits that contain a digit. Recognizers try a sticky pattern
   * at each.
   */
  readonly codes: Codes;
  readonly signs: number;
  /** The words of the text, read on first use. */
  readonly words: Words;
}

/**
 * Reads a text once for all recognizers, in linear time. Detects the language if `language` is
 * absent.
 */
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

/** Returns one bit for each known sign in `text`, and one bit for all digits. */
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
  for (let at = 0; at < length; at += 1) {
    const kind = kindAt(text, at);
    signs |= kind;
    // Most characters are letters outside codes, and only a digit shows that there is a code.
    if (kind !== DIGIT) continue;
    const start = startOfLetters(text, at, ends.at(-1) ?? 0);
    let kinds = start < at ? ALPHANUMERIC : DIGIT;
    for (at += 1; at < length; at += 1) {
      const next = kindAt(text, at);
      if ((next & ALPHANUMERIC) === 0) break;
      kinds |= next;
    }
    starts.push(start);
    ends.push(at);
    areNumbers.push(kinds === DIGIT);
    classes.push(classOf(at - start, text.charCodeAt(start) <= NINE, kinds === DIGIT));
    // Lets the loop continue with the character that ended the code.
    at -= 1;
  }
  return { codes: { starts, ends, areNumbers, classes }, signs: signs & ~LETTER };
}

function startOfLetters(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && kindAt(text, start - 1) === LETTER) start -= 1;
  return start;
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? OTHER;
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
for (const [bit, sign] of [..."@:=/\\.-$["].entries()) KINDS[sign.charCodeAt(0)] = 4 << bit;
