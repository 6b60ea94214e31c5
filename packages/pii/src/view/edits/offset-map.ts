import { bisect, type Span } from "../../text/spans.ts";

/** Maps spans of a view to spans of its original text. */
export interface OffsetMap {
  add(viewStart: number, viewEnd: number, start: number, end: number): void;
  /** Returns the part of the original text that these code units of the view come from. */
  toOriginal(span: Span): Span;
}

export function createOffsetMap(): OffsetMap {
  const viewStarts: number[] = [];
  const viewEnds: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  function entryAt(index: number): number {
    return bisect(viewStarts.length, (entry) => (viewStarts[entry] ?? 0) <= index) - 1;
  }

  function originOf(index: number): Span {
    const entry = entryAt(index);
    if (entry === -1) return { start: index, end: index + 1 };
    const past = index - (viewEnds[entry] ?? 0);
    const [start = 0, end = 0] = [starts[entry], ends[entry]];
    return past < 0 ? { start, end } : { start: end + past, end: end + past + 1 };
  }

  return {
    add(viewStart, viewEnd, start, end) {
      const last = starts.length - 1;
      // One entry stands for all invisible marks in a row, which can be thousands.
      const follows = viewStarts[last] === viewStart && ends[last] === start;
      if (viewStart === viewEnd && viewEnds[last] === viewEnd && follows) {
        ends[last] = end;
        return;
      }
      viewStarts.push(viewStart);
      viewEnds.push(viewEnd);
      starts.push(start);
      ends.push(end);
    },
    toOriginal({ start, end }) {
      const first = originOf(start);
      if (end <= start) return { start: first.start, end: first.start };
      return { start: first.start, end: originOf(end - 1).end };
    },
  };
}
