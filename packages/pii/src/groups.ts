/** Parts of a run, by their offsets. Two flat lists, because a text can hold millions of parts. */
export interface Groups {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Every match of `pattern` (global) in `run`. */
export function groupsIn(run: string, pattern: RegExp): Groups {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: group, index } of run.matchAll(pattern)) {
    starts.push(index);
    ends.push(index + group.length);
  }
  return { starts, ends };
}
