import type { PiiPool } from "../ports.ts";

/** A pool, and up to which length of a body it is for. */
export interface PoolOfSize {
  readonly pool: PiiPool;
  readonly belowBytes: number;
}

/** The first pool that takes bodies of this length: long ones never stand in the way of short ones. */
export function pickPool(pools: readonly PoolOfSize[], lengthBytes: number): PiiPool {
  const found = pools.find(({ belowBytes }) => lengthBytes < belowBytes);
  if (found === undefined) throw new Error("No pool takes a body of that length");
  return found.pool;
}
