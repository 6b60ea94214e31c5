/** Returns a percentile by the nearest-rank method. `p` is between 0 and 1. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Returns the median for each name in the first map. */
export function mediansByName(
  all: readonly ReadonlyMap<string, number>[],
): ReadonlyMap<string, number> {
  const names = [...(all[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, median(all.map((one) => one.get(name) ?? 0))]));
}
