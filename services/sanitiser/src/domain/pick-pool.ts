import type { PiiPool } from "../ports.ts";

export interface PoolOfSize {
  readonly pool: PiiPool;
  readonly belowBytes: number;
}

/**
 * Returns the first pool for bodies of this length. Separate pools keep long bodies from blocking
 * short ones.
 */
export function pickPool(pools: readonly PoolOfSize[], lengthBytes: number): PiiPool {
  const found = pools.find(({ belowBytes }) => lengthBytes < belowBytes);
  if (found === undefined) throw new Error("No pool is configured for a body of that length");
  return found.pool;
}
