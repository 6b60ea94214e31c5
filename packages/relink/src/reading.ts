/** A stretch of a text: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Those of the disjoint, ordered `spans` that share at least one code unit with `start` to `end`; by bisection. */
export function touching<T extends Span>(spans: readonly T[], { start, end }: Span): readonly T[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((spans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
  return spans.slice(low, last);
}

/** Whether all of `one` stands in `other`. */
export function isWithin(one: Span, other: Span): boolean {
  return one.start >= other.start && one.end <= other.end;
}
