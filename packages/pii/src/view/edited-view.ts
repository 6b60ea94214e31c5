import type { Span } from "../finding.ts";
import type { Edit } from "./edit.ts";
import { createOffsetMap } from "./offset-map.ts";

/** A text with edits applied, and the mapping of offsets back to the original. */
export interface View {
  readonly text: string;
  readonly same: boolean;
  toOriginal(span: Span): Span;
}

export function editedView(text: string, edits: readonly Edit[]): View {
  if (edits.length === 0) return { text, same: true, toOriginal: (span) => whole(text, span) };
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
    toOriginal: (span) => whole(text, map.toOriginal(span)),
  };
}

/** Combines `view` with `next`, a view of its text, into a view of the original. */
export function composeViews(view: View, next: View): View {
  return {
    text: next.text,
    same: false,
    toOriginal: (span) => view.toOriginal(next.toOriginal(span)),
  };
}

function whole(text: string, { start, end }: Span): Span {
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
