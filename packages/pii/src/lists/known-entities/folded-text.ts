/**
 * A text that is decomposed (NFKD), in lower case, without invisible characters, and with uniform
 * white space, quotes and hyphens.
 */
export interface FoldedText {
  /** UTF-16 code units; only the first `length` are valid. */
  readonly units: Uint16Array;
  /** For each unit, the offset of its code point in the original text. */
  readonly starts: Uint32Array;
  readonly length: number;
}

const SPACE = 0x20;
const NOTHING = -1;
const BLANK = -2;
const SEVERAL = 3;
const MAX_PAIRS = 8_192;

/**
 * What each code unit folds to. 0: not computed yet; positive: a single unit plus one; `NOTHING`;
 * `BLANK`; `-SEVERAL` or less: an index in `sequences`.
 */
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

/** Matches ASCII words with single spaces, as in most names, for a fast path. */
const SIMPLE = /^[A-Za-z0-9@.,_-]+(?: [A-Za-z0-9@.,_-]+)*$/;

/** Returns the folded text as a string, which is the same for all spellings that count as equal. */
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
  if (pairs.size < MAX_PAIRS) pairs.set(pair, folded);
  return folded;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
