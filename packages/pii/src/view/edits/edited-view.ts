import type { Finding } from "../../finding.ts";
import { type Span, touching } from "../../text/spans.ts";
import type { Edit } from "./edit.ts";
import { createOffsetMap } from "./offset-map.ts";

/** A text with edits applied, and the mapping of offsets back to the original. */
export interface View {
  readonly text: string;
  readonly same: boolean;
  toOriginal(span: Span): Span;
  /**
   * Returns whether a finding of this view counts. `read` is the text of the finding in this view,
   * or in a view of this view.
   */
  accepts(finding: Finding, read?: string): boolean;
  /**
   * Upper limit for the confidence of the name model's findings, because a label shows more
   * reliably what the same words are.
   */
  readonly surestName?: number;
}

export function editedView(text: string, edits: readonly Edit[]): View {
  if (edits.length === 0)
    return { text, same: true, toOriginal: (span) => whole(text, span), accepts: always };
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
  const gaps = edits.filter(({ gap }) => gap === true);
  return {
    text: parts.join(""),
    same: false,
    toOriginal: (span) => whole(text, map.toOriginal(span)),
    accepts:
      gaps.length === 0 ? always : (span) => touching(gaps, map.toOriginal(span)).length === 0,
  };
}

/**
 * Creates a view that accepts only findings that contain an edit or begin or end at one, because
 * all others are findings of `text` too.
 */
export function closeView(
  text: string,
  edits: readonly Edit[],
  counts: (finding: Finding, read: string) => boolean = always,
): View {
  const view = editedView(text, edits);
  const decoding = edits.filter(({ gap }) => gap !== true);
  return {
    ...view,
    accepts(finding, read = view.text.slice(finding.start, finding.end)) {
      const { start, end } = view.toOriginal(finding);
      if (touching(decoding, { start: start - 1, end: end + 1 }).length === 0) return false;
      return view.accepts(finding) && counts(finding, read);
    },
  };
}

/** Combines `view` with `next`, a view of its text, into a view of the original. */
export function composeViews(view: View, next: View): View {
  return {
    text: next.text,
    same: view.same && next.same,
    surestName: Math.min(view.surestName ?? 1, next.surestName ?? 1),
    toOriginal: (span) => view.toOriginal(next.toOriginal(span)),
    accepts(finding, read = next.text.slice(finding.start, finding.end)) {
      const inView = { ...finding, ...next.toOriginal(finding) };
      return next.accepts(finding, read) && view.accepts(inView, read);
    },
  };
}

function always(): boolean {
  return true;
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
