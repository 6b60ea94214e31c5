/** Undefined where there was nothing to count: no claim is made then, neither 0 nor 1. */
export type Ratio = number | undefined;

export function ratio(part: number, whole: number): Ratio {
  return whole === 0 ? undefined : part / whole;
}

/**
 * The weighted harmonic mean of precision and recall; `beta` 2 counts recall four times as much. 0 where
 * there was something to find and nothing was claimed.
 */
export function fScore(precision: Ratio, recall: Ratio, beta: number): Ratio {
  if (recall === undefined) return undefined;
  if (precision === undefined || precision + recall === 0) return 0;
  const weight = beta * beta;
  return ((1 + weight) * precision * recall) / (weight * precision + recall);
}
