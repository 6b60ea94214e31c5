/** A half-open interval that excludes `until`. */
export interface Interval<T extends number | bigint> {
  readonly from: T;
  readonly until: T;
}

/** A set of numbers as sorted intervals that neither overlap nor touch. */
export type Intervals<T extends number | bigint> = readonly Interval<T>[];

export function intervals<T extends number | bigint>(parts: readonly Interval<T>[]): Intervals<T> {
  const sorted = parts
    .filter(({ from, until }) => from < until)
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const merged: Interval<T>[] = [];
  for (const part of sorted) {
    const last = merged.at(-1);
    if (last === undefined || part.from > last.until) merged.push(part);
    else if (part.until > last.until) merged.splice(-1, 1, { from: last.from, until: part.until });
  }
  return merged;
}

export function union<T extends number | bigint>(a: Intervals<T>, b: Intervals<T>): Intervals<T> {
  return intervals([...a, ...b]);
}

export function intersection<T extends number | bigint>(
  a: Intervals<T>,
  b: Intervals<T>,
): Intervals<T> {
  return intervals(
    a.flatMap((x) =>
      b.map((y) => ({
        from: greatest(x.from, y.from),
        until: least(x.until, y.until),
      })),
    ),
  );
}

export function difference<T extends number | bigint>(
  a: Intervals<T>,
  b: Intervals<T>,
): Intervals<T> {
  return b.reduce<Intervals<T>>(
    (rest, cut) =>
      rest.flatMap(({ from, until }) =>
        intervals([
          { from, until: least(cut.from, until) },
          { from: greatest(cut.until, from), until },
        ]),
      ),
    a,
  );
}

export function sameIntervals<T extends number | bigint>(
  a: Intervals<T>,
  b: Intervals<T>,
): boolean {
  return (
    a.length === b.length &&
    a.every(({ from, until }, at) => from === b[at]?.from && until === b[at]?.until)
  );
}

// Returns the smaller number. Math.min does not support bigint.
function least<T extends number | bigint>(a: T, b: T): T {
  if (a < b) return a;
  return b;
}

function greatest<T extends number | bigint>(a: T, b: T): T {
  if (a > b) return a;
  return b;
}
