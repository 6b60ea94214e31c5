export class HashCollector {
  #pairs = new Uint32Array(1_024);
  #length = 0;

  add(value: string, rest = ""): void {
    if (this.#length === this.#pairs.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#pairs);
      this.#pairs = grown;
    }
    this.#pairs[this.#length] = hashHigh(value, rest);
    this.#pairs[this.#length + 1] = hashLow(value, rest);
    this.#length += 2;
  }

  /** Returns the set as a flat table of pairs in a shared buffer. Two zeros mark a free slot. */
  table(): Uint32Array {
    if (this.#length === 0) return new Uint32Array(new SharedArrayBuffer(0));
    const places = 2 ** Math.ceil(Math.log2(this.#length * 0.8));
    const table = new Uint32Array(new SharedArrayBuffer(8 * places));
    for (let at = 0; at < this.#length; at += 2) {
      const high = this.#pairs[at] ?? 0;
      const low = this.#pairs[at + 1] ?? 0;
      const place = find(table, high, low);
      table[place] = high;
      table[place + 1] = low;
    }
    return table;
  }
}

export function hasHash(table: Uint32Array, value: string, rest = ""): boolean {
  if (table.length === 0) return false;
  const high = hashHigh(value, rest);
  return table[find(table, high, hashLow(value, rest))] === high;
}

function find(table: Uint32Array, high: number, low: number): number {
  const mask = table.length - 1;
  let place = (low * 2) & mask;
  while (table[place] !== 0 && (table[place] !== high || table[place + 1] !== low))
    place = (place + 2) & mask;
  return place;
}

function hashHigh(value: string, rest: string): number {
  const hash = mixed(mixed(0x811c9dc5, value, 0x01000193), rest, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0 || 1;
}

function hashLow(value: string, rest: string): number {
  const hash = mixed(mixed(0x050c5d1f, value, 0x5bd1e995), rest, 0x5bd1e995);
  return Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) >>> 0;
}

function mixed(from: number, text: string, factor: number): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
  return Math.imul(hash ^ 0xffff, factor);
}
