/** A rule of the API server about one kind of part, such as a port. */
export interface Rule<P> {
  readonly rule: string;
  /** The rest of the message, which begins with the part's path. */
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
