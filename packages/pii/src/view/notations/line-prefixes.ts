import type { Edit } from "../edits/edit.ts";
import type { Place } from "../edits/gaps.ts";
import { SIGNS, signsOf } from "./signs.ts";

/** Marks of quotations, comments and lists that consist of one code unit. */
const MARKS = ">#*•";

/**
 * Finds marks at the start of lines: `>`, `#`, `*`, `|`, `//`, `???`. The start of a table row
 * stays.
 */
export function linePrefixesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let goesOn = false;
  for (let start = 0; start < text.length; ) {
    const lineEnd = endOfLine(text, start);
    const end: number = goesOn ? start : pastMarks(text, start, lineEnd);
    // Quoted-printable text may break a line before any sign, so the next line has no prefix.
    goesOn = end === start && text.charAt(lineEnd - 1) === "=";
    if (end > start)
      edits.push({ start, end: text.charAt(end) === " " ? end + 1 : end, value: "" });
    start = lineEnd + 1;
  }
  return edits;
}

/**
 * Returns the places of the prefixes. A prefix alone concerns only its own line; prefixes of
 * successive lines concern the text around them too.
 */
export function linePrefixPlaces(text: string): readonly Place[] {
  const edits = linePrefixesIn(text);
  return edits.map((edit, index) => {
    const { start, end } = edit;
    const goesOn = follows(text, edits[index - 1], edit) || follows(text, edit, edits[index + 1]);
    return goesOn ? { start, end } : { start, end, isLine: true };
  });
}

function follows(text: string, first: Edit | undefined, second: Edit | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  return endOfLine(text, first.end) + 1 >= second.start - 1;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) return end;
  }
  return end;
}

function pastMarks(text: string, start: number, lineEnd: number): number {
  let end = start;
  for (let at = start; at < lineEnd; ) {
    const code = text.charCodeAt(at);
    const length = (signsOf(code) & SIGNS.prefix) === 0 ? 0 : markAt(text, at, lineEnd);
    if (length > 0) end = at + length;
    else if (code !== 32 && code !== 9) break;
    at += Math.max(length, 1);
  }
  return end;
}

function markAt(text: string, at: number, lineEnd: number): number {
  const sign = text.charAt(at);
  if (MARKS.includes(sign)) return 1;
  switch (sign) {
    case "|":
      return hasCells(text, at, lineEnd) ? 0 : 1;
    case "/":
      return text.charAt(at + 1) === "*" ? 2 : several(text, at, "/");
    case "?":
      return several(text, at, "?");
    default:
      return 0;
  }
}

function several(text: string, at: number, sign: string): number {
  let end = at;
  while (text.charAt(end) === sign) end += 1;
  return end - at > 1 ? end - at : 0;
}

function hasCells(text: string, at: number, lineEnd: number): boolean {
  const next = text.indexOf("|", at + 1);
  return next !== -1 && next < lineEnd;
}
