/** A rule of the API server for one kind of part of a policy, such as a port. */
export interface Rule<P> {
  readonly rule: string;
  /** The rest of a sentence that begins with the path of the part. */
  readonly says: string;
  refuses(part: P): boolean;
}

export interface ServerRefusal {
  /** The name of the rule, such as `except-outside`. */
  readonly rule: string;
  readonly message: string;
}

export function refusalsOf<P>(
  rules: readonly Rule<P>[],
  at: string,
  part: P,
  shown = "",
): readonly ServerRefusal[] {
  return rules
    .filter((row) => row.refuses(part))
    .map(({ rule, says }) => ({ rule, message: `${at}${says}${shown}` }));
}
