import type { Span } from "../finding.ts";
import type { Edit } from "./edit.ts";
import { createOffsetMap } from "./offset-map.ts";

/** A text as it reads after some of it was taken for something else. */
export interface View {
  readonly text: string;
  /** Whether it is the original itself. */
  readonly same: boolean;
  /** The stretch of the original that a stretch of the view was made of: whole characters and notations. */
  toOriginal(span: Span): Span;
}

/** The text with each of the edits made, which are in order and disjoint. */
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

/** `next`, a view of a view's text, as a view of that one's own original. */
export function seenThrough(view: View, next: View): View {
  return {
    text: next.text,
    same: false,
    toOriginal: (span) => view.toOriginal(next.toOriginal(span)),
  };
}

/** Never half of a surrogate pair. */
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
