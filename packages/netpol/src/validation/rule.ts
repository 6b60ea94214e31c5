/** One rule of the API server about one kind of part, such as a port. */
export interface Rule<P> {
  readonly rule: string;
  /** Continues the sentence that the path of the part begins. */
  readonly says: string;
  refuses(part: P): boolean;
}

export interface ServerRefusal {
  /** Such as `except-outside`. */
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
