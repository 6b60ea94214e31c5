/** A part of a text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the first index below `count` for which `isBefore` is false, or `count` if there is none.
 * `isBefore` must be monotonic.
 */
export function bisect(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the index of the first span that ends after `position`, or the number of spans if there
 * is none. The spans must be disjoint and in order.
 */
export function firstEndingAfter(spans: readonly Span[], position: number): number {
  return bisect(spans.length, (index) => (spans[index]?.end ?? 0) <= position);
}

/**
 * Returns the spans that share at least one code unit with `start` to `end`. The spans must be
 * disjoint and in order.
 */
export function touching<T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] {
  const first = firstEndingAfter(spans, start);
  let last = first;
  while ((spans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
  return spans.slice(first, last);
}

/** Returns whether the two spans share at least one code unit. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Returns whether all of `one` is in `other`. */
export function isInside(one: Span, other: Span): boolean {
  return one.start >= other.start && one.end <= other.end;
}

/**
 * Returns the spans that the groups of `pattern` capture in `text`, moved by `offset`. The pattern
 * must have the flag d. Groups that match nothing are omitted.
 */
export function capturedSpans(pattern: RegExp, text: string, offset: number): readonly Span[] {
  const groups = pattern.exec(text)?.indices?.slice(1) ?? [];
  return groups.flatMap((group) =>
    group === undefined ? [] : [{ start: offset + group[0], end: offset + group[1] }],
  );
}
