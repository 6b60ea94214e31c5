import type { Edit } from "./edit.ts";

const BREAK = /[\n\r]/g;

/** Quotation and comment marks at the start of lines, `>`, `#`, `|`, `//`. The start of a table row stays. */
export function linePrefixesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let start = 0; start < text.length; ) {
    BREAK.lastIndex = start;
    const lineEnd = BREAK.test(text) ? BREAK.lastIndex - 1 : text.length;
    const end = pastMarks(text, start, lineEnd);
    if (end > start)
      edits.push({ start, end: text.charAt(end) === " " ? end + 1 : end, value: "" });
    start = lineEnd + 1;
  }
  return edits;
}

function pastMarks(text: string, start: number, lineEnd: number): number {
  let end = start;
  for (let at = start; at < lineEnd; ) {
    const length = markAt(text, at, lineEnd);
    if (length > 0) end = at + length;
    else if (text.charAt(at) !== " " && text.charAt(at) !== "\t") break;
    at += Math.max(length, 1);
  }
  return end;
}

function markAt(text: string, at: number, lineEnd: number): number {
  switch (text.charAt(at)) {
    case ">":
    case "#":
      return 1;
    case "|":
      return hasCells(text, at, lineEnd) ? 0 : 1;
    case "/":
      return slashesAt(text, at);
    default:
      return 0;
  }
}

function slashesAt(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === "/") end += 1;
  return end - at > 1 ? end - at : 0;
}

function hasCells(text: string, at: number, lineEnd: number): boolean {
  const next = text.indexOf("|", at + 1);
  return next !== -1 && next < lineEnd;
}
