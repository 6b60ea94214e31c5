/** Undefined when there was nothing to count. */
export type Ratio = number | undefined;

export function ratio(part: number, whole: number): Ratio {
  return whole === 0 ? undefined : part / whole;
}

/** `beta` 2 gives recall four times the weight. 0 if something was missed and nothing found. */
export function fScore(precision: Ratio, recall: Ratio, beta: number): Ratio {
  if (recall === undefined) return undefined;
  if (precision === undefined || precision + recall === 0) return 0;
  const weight = beta * beta;
  return ((1 + weight) * precision * recall) / (weight * precision + recall);
}
