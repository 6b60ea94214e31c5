/** Returns a percentile by the nearest-rank method. `p` is between 0 and 1. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/**
 * Returns an interval that contains the true median with a probability of at least 95 %, from order
 * statistics (the sign test); with fewer than six samples, the whole range.
 */
export function medianInterval(samples: readonly number[]): readonly [number, number] {
  const sorted = [...samples].sort((a, b) => a - b);
  let outside = 0;
  let probability = 0.5 ** sorted.length;
  for (let below = probability; 2 * below <= 0.05; outside++) {
    probability *= (sorted.length - outside) / (outside + 1);
    below += probability;
  }
  const first = Math.max(0, outside - 1);
  return [sorted[first] ?? Number.NaN, sorted[sorted.length - 1 - first] ?? Number.NaN];
}

/** Returns the median for each name in the first map. */
export function mediansByName(
  all: readonly ReadonlyMap<string, number>[],
): ReadonlyMap<string, number> {
  const names = [...(all[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, median(all.map((one) => one.get(name) ?? 0))]));
}
