export interface Random {
  next(): number;
  /** Returns an integer in [0, bound). */
  below(bound: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Creates a Mulberry32 generator, which is sufficient for sampling but not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError("Nothing to pick from");
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}

export function sample<T>(items: readonly T[], count: number, random: Random): readonly T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

export function shuffle(order: Int32Array, random: Random): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const kept = order[last] as number;
    order[last] = order[other] as number;
    order[other] = kept;
  }
}
