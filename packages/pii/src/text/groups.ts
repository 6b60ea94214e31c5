/**
 * The parts of a run, given by offsets in two flat lists, because a text can have millions of
 * parts.
 */
export interface Groups {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Returns the places of all matches of `pattern`, which must be global, in `run`. */
export function groupsIn(run: string, pattern: RegExp): Groups {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: group, index } of run.matchAll(pattern)) {
    starts.push(index);
    ends.push(index + group.length);
  }
  return { starts, ends };
}
