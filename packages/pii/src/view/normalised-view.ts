import type { Span } from "../finding.ts";
import { foldCharacter, RAISED_OR_LOWERED } from "./code-points.ts";
import type { Edit } from "./edit.ts";
import { createHomoglyphs } from "./homoglyphs.ts";
import { lineBreakAt } from "./line-breaks.ts";
import { markAt } from "./marks.ts";
import { entityAt, escapeAt, percentAt } from "./notations.ts";
import { createOffsetMap } from "./offset-map.ts";
import { isSuspect } from "./suspects.ts";

/** A text as a reader sees it. */
export interface View {
  readonly text: string;
  /** Whether it is the original itself. */
  readonly same: boolean;
  /** Whether notations such as `&#64;` or `%40` were read in it. */
  readonly decoded: boolean;
  /** The stretch of the original that a stretch of the view was made of: whole characters and notations. */
  toOriginal(span: Span): Span;
}

/** Four raised digits in a row are a number; fewer are an exponent or point to a note. */
const RAISED_NUMBER = 4;

/**
 * A text without what hides things from recognisers and not from readers: compatibility forms, digits of
 * other scripts, marks that show nothing, letters that look Latin, line breaks inside numbers, HTML
 * references, percent-encoding and escapes. Linear; a text without any of it is its own view.
 */
export function normalisedView(text: string): View {
  const edits = editsOf(text);
  if (edits.length === 0)
    return { text, same: true, decoded: false, toOriginal: (span) => wholeCharacters(text, span) };
  const map = createOffsetMap();
  const parts: string[] = [];
  let [floor, length] = [0, 0];
  for (const { start, end, value } of edits) {
    if (start > floor) parts.push(text.slice(floor, start));
    parts.push(value);
    length += start - floor + value.length;
    if (value.length !== 1 || end - start !== 1) map.add(length - value.length, length, start, end);
    floor = end;
  }
  parts.push(text.slice(floor));
  return {
    text: parts.join(""),
    same: false,
    decoded: edits.some(({ notation }) => notation === true),
    toOriginal: (span) => wholeCharacters(text, map.toOriginal(span)),
  };
}

/** In order, disjoint. */
function editsOf(text: string): readonly Edit[] {
  const editAt = createReader(text);
  const edits: Edit[] = [];
  let floor = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isSuspect(text.charCodeAt(at))) continue;
    const edit = editAt(at, floor);
    if (edit === undefined || edit.start < floor) continue;
    edits.push(edit);
    floor = edit.end;
    at = floor - 1;
  }
  return edits;
}

/** Tells what a suspect at `at` reads as. `floor`: where the edit before ends. */
function createReader(text: string): (at: number, floor: number) => Edit | undefined {
  const latinAt = createHomoglyphs(text);
  return (at, floor) => {
    switch (text.charAt(at)) {
      case "\n":
        return lineBreakAt(text, at);
      case "&":
        return entityAt(text, at);
      case "%":
        return percentAt(text, at);
      case "\\":
        return escapeAt(text, at);
      default: {
        const latin = latinAt(at);
        if (latin !== undefined) return { start: at, end: at + 1, value: latin };
        return markAt(text, at, floor) ?? characterAt(text, at);
      }
    }
  };
}

function characterAt(text: string, at: number): Edit | undefined {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (RAISED_OR_LOWERED.test(character)) return raisedNumberAt(text, at);
  const value = foldCharacter(character);
  if (value === undefined) return undefined;
  const end = at + character.length;
  return character === "\u00ad"
    ? { start: at, end: pastLineBreak(text, end), value }
    : { start: at, end, value };
}

/** A soft hyphen at the end of a line says that the word goes on. */
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

/** Never half of a surrogate pair. */
function wholeCharacters(text: string, { start, end }: Span): Span {
  return {
    start: isSecondHalf(text, start) ? start - 1 : start,
    end: isSecondHalf(text, end) ? end + 1 : end,
  };
}

function isSecondHalf(text: string, at: number): boolean {
  return isIn(text.charCodeAt(at), 0xdc00, 0xdfff) && isIn(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isIn(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
