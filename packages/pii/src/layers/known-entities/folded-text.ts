/**
 * A text as lists of known entities are compared with it: decomposed (NFKD), without case, without characters
 * that cannot be seen, runs of white space as one space; quotation marks and hyphens of all sorts are one.
 */
export interface FoldedText {
  /** UTF-16 code units; `length` of them count. */
  readonly units: Uint16Array;
  /** Where in the original the code point begins that each unit comes from. */
  readonly starts: Uint32Array;
  readonly length: number;
}

const SPACE = 0x20;
const NOTHING = -1;
const BLANK = -2;
/** `-(SEVERAL + n)` stands for the n-th of `sequences`. */
const SEVERAL = 3;
/** Of characters beyond the first plane that many are remembered. */
const MOST_PAIRS = 8_192;

/** For each code unit what becomes of it; 0: not met yet; a positive number: a single unit, plus one. */
const becomes = new Int32Array(0x10000);
const sequences: string[] = [];
const pairs = new Map<string, string>();

export function foldText(text: string): FoldedText {
  const folded = new FoldedWriter(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const into = becomes[code] || learn(code);
    if (into > 0) folded.push(into - 1, at);
    else if (into === BLANK) folded.pushBlank(at);
    else if (into <= -SEVERAL) folded.pushAll(sequences[-into - SEVERAL] ?? "", at);
    else if (isPair(text, at)) {
      folded.pushAll(foldPair(text.slice(at, at + 2)), at);
      at += 1;
    }
  }
  return folded;
}

/** Grows where characters become several units. */
class FoldedWriter implements FoldedText {
  units: Uint16Array;
  starts: Uint32Array;
  length = 0;

  constructor(length: number) {
    this.units = new Uint16Array(length + 8);
    this.starts = new Uint32Array(length + 8);
  }

  push(unit: number, start: number): void {
    if (this.length === this.units.length) {
      this.units = grown(this.units, new Uint16Array(this.length * 2));
      this.starts = grown(this.starts, new Uint32Array(this.length * 2));
    }
    this.units[this.length] = unit;
    this.starts[this.length] = start;
    this.length += 1;
  }

  pushBlank(start: number): void {
    if (this.length > 0 && this.units[this.length - 1] !== SPACE) this.push(SPACE, start);
  }

  pushAll(units: string, start: number): void {
    for (let at = 0; at < units.length; at += 1) this.push(units.charCodeAt(at), start);
  }
}

/** Words of ASCII with single spaces between: what most names are. */
const SIMPLE = /^[A-Za-z0-9@.,_-]+(?: [A-Za-z0-9@.,_-]+)*$/;

/** The folded text as a string: the same for all spellings that count as equal. */
export function foldToString(text: string): string {
  if (SIMPLE.test(text)) return text.toLowerCase();
  const { units, length } = foldText(text);
  const end = length > 0 && units[length - 1] === SPACE ? length - 1 : length;
  return String.fromCharCode(...units.subarray(0, end));
}

function grown<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function learn(code: number): number {
  const character = String.fromCharCode(code);
  const folded = isSurrogate(code) ? "" : foldCharacter(character);
  const into = codeOf(character, folded);
  becomes[code] = into;
  return into;
}

function codeOf(character: string, folded: string): number {
  if (/\s/.test(character) && character !== "\ufeff") return BLANK;
  if (folded === "") return NOTHING;
  if (folded.length === 1) return folded.charCodeAt(0) + 1;
  sequences.push(folded);
  return -(SEVERAL + sequences.length - 1);
}

/** Full case folding where it differs from lower case: ß and the final sigma. */
function foldCharacter(character: string): string {
  return character
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/ß/g, "ss")
    .replace(/ς/g, "σ")
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-");
}

function foldPair(pair: string): string {
  const known = pairs.get(pair);
  if (known !== undefined) return known;
  const folded = foldCharacter(pair);
  if (pairs.size < MOST_PAIRS) pairs.set(pair, folded);
  return folded;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
