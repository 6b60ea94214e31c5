/**
 * A table of words with bits. It finds a word by the hash of a part of a text, so it creates no
 * substring and needs only one memory access.
 */
export interface WordTable {
  /** Returns the bits of a word in any case, or 0 if it is not listed. */
  bitsOf(text: string, start?: number, end?: number): number;
}

interface Entries {
  readonly mask: number;
  /** Two hashes per slot, 64 bits in total, so that no other word has the same. */
  readonly hashes: Int32Array;
  readonly bits: Uint16Array;
}

const { imul } = Math;
const SEED = -2128831035;
const ASCII = /^[\0-\x7f]*$/;
const LEAST_SLOTS = 32;
const LATIN = 0x250;
/** The lower-case form of each code unit if it is the same in every word; 0 otherwise. */
const LOWERED = Uint16Array.from({ length: LATIN }, (_, unit) => simpleForm(unit));

/** The hashes of the last word. A single object avoids an allocation per word. */
const hashed = { first: 0, second: 0 };

/**
 * Stores each word in lower case and composed, with its bits. If a word is listed again, its bits
 * are combined. Long lists should come from generators, because arrays of them would be the largest
 * part of a thread's memory.
 */
export function createWordTable(words: Iterable<readonly [string, number]>): WordTable {
  let entries = emptyEntries(LEAST_SLOTS);
  let count = 0;
  for (const [word, bits] of words) {
    if (2 * count >= entries.bits.length) entries = doubled(entries);
    hashUnits(word);
    if (add(entries, bits)) count += 1;
  }
  return {
    bitsOf(text, start = 0, end = text.length) {
      if (!hashSimple(text, start, end)) hashUnits(folded(text.slice(start, end)));
      return entries.bits[slotOf(entries)] ?? 0;
    },
  };
}

/** Returns the word in lower case and composed. */
export function folded(word: string): string {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFC");
}

function emptyEntries(slots: number): Entries {
  return { mask: slots - 1, hashes: new Int32Array(2 * slots), bits: new Uint16Array(slots) };
}

function doubled({ hashes, bits }: Entries): Entries {
  const entries = emptyEntries(2 * bits.length);
  for (let slot = 0; slot < bits.length; slot += 1) {
    if (bits[slot] === 0) continue;
    hashed.first = hashes[2 * slot] ?? 0;
    hashed.second = hashes[2 * slot + 1] ?? 0;
    add(entries, bits[slot] ?? 0);
  }
  return entries;
}

/** Adds the last word. Returns whether it is new. */
function add(entries: Entries, bits: number): boolean {
  const slot = slotOf(entries);
  const known = entries.bits[slot] ?? 0;
  entries.hashes[2 * slot] = hashed.first;
  entries.hashes[2 * slot + 1] = hashed.second;
  entries.bits[slot] = known | bits;
  return known === 0;
}

/**
 * Returns the slot of the last word, or the free slot where it belongs. A slot without bits is
 * free, because every word has bits.
 */
function slotOf({ mask, hashes, bits }: Entries): number {
  const { first, second } = hashed;
  let slot = (first ^ (first >>> 15)) & mask;
  while (bits[slot] !== 0 && (hashes[2 * slot] !== first || hashes[2 * slot + 1] !== second))
    slot = (slot + 1) & mask;
  return slot;
}

/**
 * Hashes a word of simple letters. Returns false for a word with other letters, which needs
 * `folded`.
 */
function hashSimple(text: string, start: number, end: number): boolean {
  let first = SEED;
  let second = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const lower = unit < LATIN ? (LOWERED[unit] ?? 0) : 0;
    if (lower === 0) return false;
    first = imul(first ^ lower, 16777619);
    second = (imul(second, 0x9e3779b1) + lower) | 0;
  }
  hashed.first = first;
  hashed.second = second;
  return true;
}

function hashUnits(word: string): void {
  let first = SEED;
  let second = 0;
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    first = imul(first ^ unit, 16777619);
    second = (imul(second, 0x9e3779b1) + unit) | 0;
  }
  hashed.first = first;
  hashed.second = second;
}

function simpleForm(unit: number): number {
  const lower = folded(String.fromCharCode(unit));
  return lower.length === 1 ? lower.charCodeAt(0) : 0;
}
