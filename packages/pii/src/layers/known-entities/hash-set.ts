/** A set of strings by 64 bits of each, as a flat table of pairs in a shared buffer; all zero: a free place. */
export function hashSet(values: readonly string[]): Uint32Array {
  if (values.length === 0) return new Uint32Array(new SharedArrayBuffer(0));
  const places = 2 ** Math.ceil(Math.log2(values.length * 1.6));
  const table = new Uint32Array(new SharedArrayBuffer(8 * places));
  for (const value of values) {
    const [high, low] = hash(value);
    const place = find(table, high, low);
    table[place] = high;
    table[place + 1] = low;
  }
  return table;
}

/** Whether the value is in the set, but for a chance of one in 2^40 or less. */
export function hasHash(table: Uint32Array, value: string): boolean {
  if (table.length === 0) return false;
  const [high, low] = hash(value);
  return table[find(table, high, low)] === high;
}

/** Where the pair stands, or would stand. */
function find(table: Uint32Array, high: number, low: number): number {
  const mask = table.length - 1;
  let place = (low * 2) & mask;
  while (table[place] !== 0 && (table[place] !== high || table[place + 1] !== low))
    place = (place + 2) & mask;
  return place;
}

/** FNV-1a twice, with other beginnings and a last mixing. The first is never 0. */
function hash(value: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
  }
  return [(a ^ (a >>> 15)) >>> 0 || 1, Math.imul(b ^ (b >>> 13), 0x5bd1e995) >>> 0];
}
