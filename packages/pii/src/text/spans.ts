/** Part of a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the first index below `count` where `isBefore` is false, else `count`; `isBefore` must be
 * monotonic.
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
 * Returns the index of the first of the disjoint, ordered `spans` that ends after `position`, else
 * their number.
 */
export function firstEndingAfter(spans: readonly Span[], position: number): number {
  return bisect(spans.length, (index) => (spans[index]?.end ?? 0) <= position);
}

/**
 * Returns the disjoint, ordered `spans` that share at least one code unit with `start` to `end`.
 */
export function touching<T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] {
  const first = firstEndingAfter(spans, start);
  let last = first;
  while ((spans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
  return spans.slice(first, last);
}

/** Returns whether they share at least one code unit. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Returns whether all of `one` is in `other`. */
export function isInside(one: Span, other: Span): boolean {
  return one.start >= other.start && one.end <= other.end;
}

/**
 * Returns what the groups of `pattern`, which must have the flag d, capture in `text`, and adds
 * `offset`. It omits groups that match nothing.
 */
export function capturedSpans(pattern: RegExp, text: string, offset: number): readonly Span[] {
  const groups = pattern.exec(text)?.indices?.slice(1) ?? [];
  return groups.flatMap((group) =>
    group === undefined ? [] : [{ start: offset + group[0], end: offset + group[1] }],
  );
}
