import { type Fold, foldCharacter, RAISED_OR_LOWERED, tagged } from "./characters/code-points.ts";
import { createHomoglyphs } from "./characters/homoglyphs.ts";
import { markAt } from "./characters/marks.ts";
import type { Edit } from "./edits/edit.ts";
import { editedView, type View } from "./edits/edited-view.ts";
import { lineBreakAt } from "./notations/line-breaks.ts";
import { entityAt, escapeAt, percentAt } from "./notations/notations.ts";
import { SIGNS, signsIn, signsOf } from "./notations/signs.ts";

export interface NormalizedView extends View {
  /** The `SIGNS` that the text of this view may have. */
  readonly signs: number;
  readonly edits: readonly Edit[];
  /** Edits of notations such as `&#64;` or `%40`. */
  readonly notations: readonly Edit[];
  /** Edits of invisible tag characters, which may contain a separate text. */
  readonly tags: readonly Edit[];
}

interface NormalizeOptions {
  /** Whether tag characters are read instead of removed. */
  readonly readsTags?: boolean;
  /** Which notations are decoded: all, all except percent-encoding, or none. */
  readonly decodes?: "all" | "references" | "nothing";
  /** Whether decoded characters stay as they are, because they may be part of another notation. */
  readonly keepsDecoded?: boolean;
}

const NOTATION_SIGNS = "&%\\";
/** Minimum number of superscript digits in a number; fewer are an exponent or a footnote. */
const RAISED_NUMBER = 4;

/**
 * Returns the text as readers see it. Undoes what hides text from recognizers but not from readers:
 * compatibility forms, invisible characters, look-alikes, line breaks in numbers, HTML references,
 * percent-encoding and escapes. Linear.
 */
export function normalizedView(text: string, options: NormalizeOptions = {}): NormalizedView {
  const { edits, tags, signs } = readSuspects(text, options);
  const { text: read, same, toOriginal, accepts } = editedView(text, edits);
  const isPlain = edits.length === 0;
  return {
    text: read,
    same,
    toOriginal,
    accepts,
    edits,
    notations: isPlain ? NONE : edits.filter(({ notation }) => notation === true),
    tags,
    signs: isPlain ? signs : edits.reduce((sum, { value }) => sum | signsIn(value), signs),
  };
}

function readSuspects(text: string, options: NormalizeOptions) {
  const { length } = text;
  let editAt: ReturnType<typeof createReader> | undefined;
  const seen = { tags: 0, signs: 0 };
  const tags: Edit[] = [];
  const edits: Edit[] = [];
  let floor = 0;
  let signs = 0;
  for (let at = 0; at < length; at += 1) {
    const kinds = signsOf(text.charCodeAt(at));
    signs |= kinds;
    if ((kinds & SIGNS.suspect) === 0) continue;
    editAt ??= createReader(text, foldFor(options, seen), options);
    const before = seen.tags;
    const edit = editAt(at, floor);
    if (edit === undefined || edit.start < floor) continue;
    edits.push(edit);
    if (seen.tags > before) tags.push(edit);
    floor = edit.end;
    at = floor - 1;
  }
  return { edits, tags, signs: signs | seen.signs };
}

interface Seen {
  /** The number of tag characters so far. */
  tags: number;
  /** The signs of all characters before folding. */
  signs: number;
}

function foldFor({ readsTags = false }: NormalizeOptions, seen: Seen): Fold {
  return (character) => {
    seen.signs |= signsOf(character.charCodeAt(0));
    const read = tagged(character);
    if (read === undefined) return foldCharacter(character);
    seen.tags += 1;
    return readsTags ? read : "";
  };
}

function createReader(
  text: string,
  fold: Fold,
  { decodes = "all", keepsDecoded = false }: NormalizeOptions,
): (at: number, floor: number) => Edit | undefined {
  const latinAt = createHomoglyphs(text);
  const foldDecoded = keepsDecoded ? asItIs : fold;
  const notationAt = (at: number) => {
    if (decodes === "nothing") return undefined;
    switch (text.charAt(at)) {
      case "&":
        return entityAt(text, at, foldDecoded);
      case "%":
        return decodes === "all" ? percentAt(text, at, foldDecoded) : undefined;
      case "\\":
        return escapeAt(text, at, foldDecoded);
      default:
        return undefined;
    }
  };
  return (at, floor) => {
    if (text.charAt(at) === "\n") return lineBreakAt(text, at);
    if (NOTATION_SIGNS.includes(text.charAt(at))) return notationAt(at);
    const latin = latinAt(at);
    if (latin !== undefined) return { start: at, end: at + 1, value: latin };
    return markAt(text, at, floor) ?? characterAt(text, at, fold);
  };
}

function asItIs(): undefined {
  return undefined;
}

function characterAt(text: string, at: number, fold: Fold): Edit | undefined {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (RAISED_OR_LOWERED.test(character)) return raisedNumberAt(text, at);
  const value = fold(character);
  if (value === undefined) return undefined;
  const end = at + character.length;
  return character === "\u00ad"
    ? { start: at, end: pastLineBreak(text, end), value }
    : { start: at, end, value };
}

/**
 * Returns the end of the line break at `at`, or `at` if there is none. A soft hyphen at the end of
 * a line continues the word.
 */
function pastLineBreak(text: string, at: number): number {
  const next = text.startsWith("\r\n", at) ? at + 2 : at + 1;
  return text.charAt(next - 1) === "\n" ? next : at;
}

function raisedNumberAt(text: string, at: number): Edit | undefined {
  let end = at;
  while (RAISED_OR_LOWERED.test(text.charAt(end))) end += 1;
  if (end - at < RAISED_NUMBER) return undefined;
  return { start: at, end, value: text.slice(at, end).normalize("NFKC") };
}

const NONE: readonly Edit[] = [];
