import type { Groups } from "./groups.ts";

/** The numbers and codes of a text, in order. */
export interface Codes extends Groups {
  readonly areNumbers: readonly boolean[];
  /** The class of each code, from `classOf`. */
  readonly classes: readonly number[];
}

/**
 * Selects the codes of `doc.codes` that a recognizer looks at, by length, kind and adjoining
 * characters. It only saves work: codes that are left out would cause no hit.
 */
export interface CodeForm {
  /** The least and the greatest length. */
  readonly run: readonly [least: number, greatest: number];
  /** How the code begins; a "number" has only digits. Anything is allowed when absent. */
  readonly begins?: "digit" | "letter" | "number";
  /**
   * Matches what may precede the code: nothing, an ASCII character, or one of ` -./,:` with the
   * character before it, which is written as "0" for a digit, "A" for a capital and "a" for a small
   * letter. Other characters may always precede it.
   */
  readonly before?: RegExp;
  /**
   * Matches what may follow the code, written as in `before`, except that "A" stands for another
   * code that begins with a letter, and "a" for letters without a digit.
   */
  readonly after?: RegExp;
}

/** Cached: looking up a global object is slow under the test runner's module loader. */
const { clz32, floor, min } = Math;

/**
 * The kinds of codes. Each kind has one class per length up to `LONGEST`, which longer codes share.
 */
const KINDS = ["number", "digit", "letter"] as const;
const LONGEST = 15;
const CLASSES = KINDS.length * (LONGEST + 1);

const JOINTS = " -./,:";
const JOINED_WITH = "0Aa";
/**
 * Signs are numbered: ASCII characters, then other characters, an end of the text, and joints with
 * what they join.
 */
const OTHER = 128;
const EDGE = 129;
const JOINED = 130;
const SIGNS = JOINED + JOINED_WITH.length * JOINTS.length;
const JOINT_BY_UNIT = new Uint8Array(OTHER);
for (const [index, joint] of [...JOINTS].entries()) JOINT_BY_UNIT[joint.charCodeAt(0)] = index + 1;

/** Returns the class of a code that contains a digit. */
export function classOf(length: number, beginsWithDigit: boolean, isNumber: boolean): number {
  const kind = isNumber ? 0 : beginsWithDigit ? 1 : 2;
  return kind * (LONGEST + 1) + min(length, LONGEST);
}

/** For each list of forms, the indices of the codes that have one of these forms, in order. */
export type CodePlaces = readonly (readonly number[] | undefined)[];

/** Returns a function that looks at every code once for all lists of forms, in linear time. */
export function createCodeDispatch(
  lists: readonly (readonly CodeForm[])[],
): (text: string, codes: Codes) => CodePlaces {
  const tables: Tables[] = [];
  for (let from = 0; from < lists.length; from += 32)
    tables.push(createTables(lists.slice(from, from + 32)));
  return (text, codes) => {
    const places: number[][] = [];
    const { starts, ends, classes } = codes;
    for (let index = 0; index < starts.length; index += 1) {
      const kind = (classes[index] ?? 0) * SIGNS;
      const before = kind + signBefore(text, starts[index] ?? 0);
      const after = kind + signAfter(text, ends[index] ?? 0, starts[index + 1]);
      noteFits(places, tables, index, before, after);
    }
    return places;
  };
}

function noteFits(
  places: number[][],
  tables: readonly Tables[],
  index: number,
  before: number,
  after: number,
): void {
  for (let part = 0; part < tables.length; part += 1) {
    const table = tables[part];
    const fits = (table?.before[before] ?? 0) & (table?.after[after] ?? 0);
    if (fits !== 0) note(places, part * 32, fits, index);
  }
}

function note(places: number[][], from: number, fits: number, index: number): void {
  for (let left = fits; left !== 0; left &= left - 1) {
    const list = from + 31 - clz32(left & -left);
    const known = places[list];
    if (known === undefined) places[list] = [index];
    else known.push(index);
  }
}

/** Tables with one bit per list, by the class of a code and the sign next to it. */
interface Tables {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

function createTables(lists: readonly (readonly CodeForm[])[]): Tables {
  const before = new Uint32Array(CLASSES * SIGNS);
  const after = new Uint32Array(CLASSES * SIGNS);
  const samplesBefore = samples((joint, sign) => sign + joint);
  const samplesAfter = samples((joint, sign) => joint + sign);
  for (const [list, forms] of lists.entries())
    for (const form of forms) {
      add(before, 1 << list, form, fitting(form.before, samplesBefore));
      add(after, 1 << list, form, fitting(form.after, samplesAfter));
    }
  return { before, after };
}

function samples(joined: (joint: string, sign: string) => string): readonly (string | undefined)[] {
  const ascii = Array.from({ length: OTHER }, (_, code) => String.fromCharCode(code));
  const joints = [...JOINTS].flatMap((joint) =>
    [...JOINED_WITH].map((sign) => joined(joint, sign)),
  );
  return [...ascii, undefined, "", ...joints];
}

/** Returns the signs that may be next to a code of this form. */
function fitting(
  form: RegExp | undefined,
  signs: readonly (string | undefined)[],
): readonly number[] {
  const isFit = (sample: string | undefined) =>
    form === undefined || sample === undefined || form.test(sample);
  return [...signs.keys()].filter((sign) => isFit(signs[sign]));
}

function add(table: Uint32Array, bit: number, form: CodeForm, signs: readonly number[]): void {
  for (let kind = 0; kind < CLASSES; kind += 1) {
    if (!isOfClass(form, kind)) continue;
    for (const sign of signs) table[kind * SIGNS + sign] = (table[kind * SIGNS + sign] ?? 0) | bit;
  }
}

function isOfClass({ run: [least, greatest], begins }: CodeForm, kind: number): boolean {
  const length = kind % (LONGEST + 1);
  const name = KINDS[floor(kind / (LONGEST + 1))];
  if (length > greatest || (length < least && length < LONGEST)) return false;
  return begins === undefined || begins === name || (begins === "digit" && name === "number");
}

function signBefore(text: string, start: number): number {
  if (start === 0) return EDGE;
  const code = text.charCodeAt(start - 1);
  if (code >= OTHER) return OTHER;
  const joint = JOINT_BY_UNIT[code] ?? 0;
  if (joint === 0 || start === 1) return code;
  const joined = text.charCodeAt(start - 2);
  if (isDigit(joined)) return joinedBy(joint, DIGIT);
  if (!isLetter(joined)) return code;
  return joinedBy(joint, joined < SMALL_A ? CAPITAL : SMALL);
}

function signAfter(text: string, end: number, nextCode: number | undefined): number {
  if (end >= text.length) return EDGE;
  const code = text.charCodeAt(end);
  if (code >= OTHER) return OTHER;
  const joint = JOINT_BY_UNIT[code] ?? 0;
  if (joint === 0) return code;
  const joined = text.charCodeAt(end + 1);
  if (isDigit(joined)) return joinedBy(joint, DIGIT);
  if (!isLetter(joined)) return code;
  return joinedBy(joint, nextCode === end + 1 ? CAPITAL : SMALL);
}

function joinedBy(joint: number, kind: number): number {
  return JOINED + JOINED_WITH.length * (joint - 1) + kind;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= SMALL_A && code <= 122);
}

const SMALL_A = 97;
/** Indexes of `JOINED_WITH`. */
const DIGIT = 0;
const CAPITAL = 1;
const SMALL = 2;
