interface Weighed<T> {
  readonly weightOf: (value: T) => number;
  /** The most for one batch; a single value always fits. */
  readonly maxWeight: number;
  readonly maxCount: number;
}

/** Returns consecutive batches of `values`, each within the bounds. */
export function weighedBatches<T>(
  values: readonly T[],
  { weightOf, maxWeight, maxCount }: Weighed<T>,
): T[][] {
  const batches: T[][] = [];
  let weight = 0;
  for (const value of values) {
    const last = batches.at(-1);
    weight += weightOf(value);
    if (last !== undefined && last.length < maxCount && weight <= maxWeight) {
      last.push(value);
      continue;
    }
    batches.push([value]);
    weight = weightOf(value);
  }
  return batches;
}
