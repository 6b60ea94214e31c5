/** Values by hash, with open addressing: a look-up mostly takes one memory access. */
export interface HashTable {
  readonly mask: number;
  readonly hashes: Int32Array;
  readonly values: Int16Array;
}

/** Returns the key of a hash, which is never 0, because 0 marks a free slot. */
export function keyOf(hash: number): number {
  return hash === 0 ? 1 : hash;
}

/** Creates a table from pairs of a hash and a value; a hash may have several values. */
export function createHashTable(entries: readonly (readonly [number, number])[]): HashTable {
  const size = 2 ** Math.ceil(Math.log2(4 * entries.length + 16));
  const table = {
    mask: size - 1,
    hashes: new Int32Array(size),
    values: new Int16Array(size),
  };
  for (const [hash, value] of entries) {
    const key = keyOf(hash);
    let slot = key & table.mask;
    while (table.hashes[slot] !== 0) slot = (slot + 1) & table.mask;
    table.hashes[slot] = key;
    table.values[slot] = value;
  }
  return table;
}
