import type { PiiPool } from "../ports.ts";

export interface PoolOfSize {
  readonly pool: PiiPool;
  readonly belowBytes: number;
}

/** Returns the first pool for bodies of this length, so that long ones do not block short ones. */
export function pickPool(pools: readonly PoolOfSize[], lengthBytes: number): PiiPool {
  const found = pools.find(({ belowBytes }) => lengthBytes < belowBytes);
  if (found === undefined) throw new Error("No pool is configured for a body of that length");
  return found.pool;
}
