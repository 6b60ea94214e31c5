/** Returns a function that returns the values in turn, and starts over after the last one. */
export function cycleOf<T>(values: readonly T[]): () => T {
  let at = 0;
  return () => {
    const value = values[at++ % values.length];
    if (value === undefined) throw new Error("There is nothing to cycle through");
    return value;
  };
}
