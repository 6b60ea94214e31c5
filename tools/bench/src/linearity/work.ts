export interface Work {
  readonly name: string;
  /**
   * Each trial prepares an input of about `length` code units or items, and returns the work on it.
   */
  readonly trials: readonly Trial[];
}

export interface Trial {
  readonly on: string;
  prepare(length: number): () => unknown;
}

export function onTextsOf(
  units: readonly string[],
  prepare: (text: string) => () => unknown,
): readonly Trial[] {
  return units.map((unit) => ({
    on: JSON.stringify(unit),
    prepare: (length) => prepare(unit.repeat(Math.ceil(length / unit.length))),
  }));
}
