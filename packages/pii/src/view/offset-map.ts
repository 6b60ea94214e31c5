import { bisect, type Span } from "../spans.ts";

/** Where stretches of a view lie in the text it was made of. */
export interface OffsetMap {
  /** A stretch of the view, in the view's order or not. */
  add(viewStart: number, viewEnd: number, start: number, end: number): void;
  /** The part of the text that these code units of the view were made of, wholly. */
  toOriginal(span: Span): Span;
}

/** Keeps only the stretches that do not stand one for one; they are added in order. */
export function createOffsetMap(): OffsetMap {
  const viewStarts: number[] = [];
  const viewEnds: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  /** The last stretch that begins at `index` or before; -1 before the first. */
  function stretchAt(index: number): number {
    return bisect(viewStarts.length, (stretch) => (viewStarts[stretch] ?? 0) <= index) - 1;
  }

  /** The text that the code unit at `index` was made of. */
  function originOf(index: number): Span {
    const stretch = stretchAt(index);
    const past = index - (viewEnds[stretch] ?? 0);
    const [start = 0, end = 0] = [starts[stretch], ends[stretch]];
    return past < 0 && stretch !== -1 ? { start, end } : { start: end + past, end: end + past + 1 };
  }

  return {
    add(viewStart, viewEnd, start, end) {
      const last = starts.length - 1;
      // Thousands of marks in a row that show nothing are one stretch.
      if (viewStart === viewEnd && viewEnds[last] === viewStart && ends[last] === start) {
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
