/** A share, or undefined if there was nothing to count. */
export type Ratio = number | undefined;

export function ratio(part: number, whole: number): Ratio {
  return whole === 0 ? undefined : part / whole;
}

/**
 * Returns the F score, in which a `beta` of 2 gives recall four times the weight of precision.
 * Returns 0 if nothing was found correctly although there was something to find.
 */
export function fScore(precision: Ratio, recall: Ratio, beta: number): Ratio {
  if (recall === undefined) return undefined;
  if (precision === undefined || precision + recall === 0) return 0;
  const weight = beta * beta;
  return ((1 + weight) * precision * recall) / (weight * precision + recall);
}
