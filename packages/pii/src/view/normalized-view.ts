import { foldCharacter, RAISED_OR_LOWERED } from "./code-points.ts";
import type { Edit } from "./edit.ts";
import { editedView, type View } from "./edited-view.ts";
import { createHomoglyphs } from "./homoglyphs.ts";
import { lineBreakAt } from "./line-breaks.ts";
import { markAt } from "./marks.ts";
import { entityAt, escapeAt, percentAt } from "./notations.ts";
import { isSuspect } from "./suspects.ts";

export interface NormalizedView extends View {
  /** Whether notations such as `&#64;` or `%40` were decoded. */
  readonly decoded: boolean;
}

/** Four superscript digits are a number; fewer are an exponent or a footnote. */
const RAISED_NUMBER = 4;

/**
 * Undoes what hides text from recognizers but not from readers: compatibility forms, invisible characters,
 * look-alikes, line breaks in numbers, HTML references, percent-encoding and escapes. Linear.
 */
export function normalizedView(text: string): NormalizedView {
  const edits = editsOf(text);
  const { text: seen, same, toOriginal } = editedView(text, edits);
  return { text: seen, same, toOriginal, decoded: edits.some(({ notation }) => notation === true) };
}

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

/** A soft hyphen at the end of a line continues the word. */
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
