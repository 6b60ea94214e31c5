/** Facts about a word, one bit each. The bits are part of the model file's format. */
export const LEXICON_FLAGS = {
  FIRST: 1 << 0,
  FIRST_OWN: 1 << 1,
  /** A family name of medium frequency. */
  LAST: 1 << 2,
  /** One of the language's most frequent family names. */
  LAST_TOP: 1 << 3,
  /** A family name that occurs only in long lists. */
  LAST_RARE: 1 << 4,
  CITY: 1 << 5,
  CITY_PART: 1 << 6,
  /** A word that precedes names: Mr, Frau, Dr, Captain. */
  HONORIFIC: 1 << 7,
  MONTH: 1 << 8,
  COUNTRY: 1 << 9,
  /** A word that begins or ends names of organizations: GmbH, University, Klinikum. */
  ORG_SUFFIX: 1 << 10,
  /** A label, greeting, relation or occupation. */
  ROLE: 1 << 11,
  /** A lower-case part of a name: von, de, al. */
  PARTICLE: 1 << 12,
  /** A word that occurs in lower case outside names in the training text. */
  LOWER_SEEN: 1 << 13,
  STREET: 1 << 14,
  COMPANY: 1 << 15,
  /** A term of medicine or another field that looks like a name: a drug, an organ, software. */
  TERM: 1 << 16,
  NATIONALITY: 1 << 17,
  /** A compound of two known words. Set by the tokenizer, never stored. */
  COMPOUND: 1 << 28,
  /** A name with a genitive s. Set by the tokenizer, never stored. */
  GENITIVE: 1 << 29,
} as const;

export const STORED_FLAGS = 18;
export const NAME_LISTS = 0x7f;
const SPOKEN_SHIFT = 22;
const WRITTEN_SHIFT = 25;

const F = LEXICON_FLAGS;
export const FIRST_NAME = F.FIRST | F.FIRST_OWN;
export const LAST_NAME = F.LAST | F.LAST_TOP;
/** Flags of words that are probably not names. */
export const OTHER_WORD =
  F.LOWER_SEEN | F.COMPANY | F.TERM | F.ORG_SUFFIX | F.COUNTRY | F.NATIONALITY | F.MONTH | F.ROLE;

/**
 * Returns 7 for the 500 most frequent words, less for rarer ones, and 1 for the end of the list.
 * Bucket 0 means that a word is unlisted.
 */
export function frequencyBucket(rank: number): number {
  const limits = [30_000, 16_000, 8_000, 4_000, 1_500, 500];
  return 1 + limits.filter((limit) => rank < limit).length;
}

/** Returns the bits for a word's frequency in speech (subtitles); `rank` counts from 0. */
export function spokenFlags(rank: number): number {
  return frequencyBucket(rank) << SPOKEN_SHIFT;
}

/** Returns the bits for a word's frequency in writing (Wikipedia); `rank` counts from 0. */
export function writtenFlags(rank: number): number {
  return frequencyBucket(rank) << WRITTEN_SHIFT;
}

/** Returns the frequency bucket for speech, 0 to 7. */
export function spokenBucket(flags: number): number {
  return (flags >> SPOKEN_SHIFT) & 7;
}

export function writtenBucket(flags: number): number {
  return (flags >> WRITTEN_SHIFT) & 7;
}

export function frequencies(flags: number): number {
  return (flags >> SPOKEN_SHIFT) & 63;
}

/** The memory of a lexicon, which threads can share. */
export interface LexiconTables {
  /** The hash and the flags of each slot, next to each other because they are read together. */
  readonly slots: Int32Array;
  readonly classes: Uint8Array;
  /** Number of words. */
  readonly size: number;
}

/**
 * A hash table of words with flags and a class. Open addressing keeps a look-up at one or two
 * memory accesses. The hash 0 is never stored.
 */
export class Lexicon {
  readonly #slots: Int32Array;
  readonly #classes: Uint8Array;
  readonly #count: number;
  /**
   * The upper bits of a hash give its slot, so that words sorted by hash are written sequentially.
   */
  readonly #shift: number;
  #size: number;

  /** `given` is either the fixed maximum number of words, or the `tables` of another lexicon. */
  constructor(given: number | LexiconTables) {
    const { slots, classes, size } = typeof given === "number" ? emptyTables(given) : given;
    this.#slots = slots;
    this.#classes = classes;
    this.#size = size;
    this.#count = classes.length;
    this.#shift = 32 - Math.log2(this.#count);
  }

  get tables(): LexiconTables {
    return { slots: this.#slots, classes: this.#classes, size: this.#size };
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the slot of a word, for `flagsAt` and `classAt`, or -1 if the word is unknown. */
  slotOf(hash: number): number {
    const slot = this.#probe(hash);
    return this.#slots[2 * slot] === 0 ? -1 : slot;
  }

  /**
   * Loads the slots of words into the processor's cache before callers look them up one by one;
   * this short loop has many loads in flight at once. The returned number has no meaning: it keeps
   * the compiler from omitting the loads.
   */
  touch(hashes: Int32Array, start: number, end: number): number {
    const slots = this.#slots;
    const classes = this.#classes;
    const shift = this.#shift;
    let all = 0;
    for (let word = start; word < end; word += 1) {
      const slot = (hashes[word] ?? 0) >>> shift;
      all ^= (slots[2 * slot] ?? 0) ^ (classes[slot] ?? 0);
    }
    return all;
  }

  flagsAt(slot: number): number {
    return this.#slots[2 * slot + 1] ?? 0;
  }

  classAt(slot: number): number {
    return this.#classes[slot] ?? 0;
  }

  flagsOf(hash: number): number {
    return this.flagsAt(this.#probe(hash));
  }

  /**
   * Adds flags to a word. Set the frequencies of a word only once. A `wordClass` of 0 leaves the
   * class as it is.
   * @throws RangeError when the lexicon is full
   */
  add(hash: number, flags: number, wordClass = 0): void {
    if (hash === 0) return;
    const slot = this.#take(hash);
    this.#slots[2 * slot + 1] = this.flagsAt(slot) | flags;
    if (wordClass !== 0) this.#classes[slot] = wordClass;
  }

  /** Sets the class of a word, 1 to 254. Words of one class occur in similar contexts. */
  setClass(hash: number, wordClass: number): void {
    if (hash !== 0) this.#classes[this.#take(hash)] = wordClass;
  }

  /** Returns every word, in order of its unsigned hash. */
  entries(): { hash: number; flags: number; wordClass: number }[] {
    const entries = Array.from(this.#classes, (wordClass, slot) => ({
      hash: this.#slots[2 * slot] ?? 0,
      flags: this.flagsAt(slot),
      wordClass,
    })).filter(({ hash }) => hash !== 0);
    return entries.sort((a, b) => (a.hash >>> 0) - (b.hash >>> 0));
  }

  #take(hash: number): number {
    const slot = this.#probe(hash);
    if (this.#slots[2 * slot] !== 0) return slot;
    if (this.#size >= this.#count * 0.9) throw new RangeError("The lexicon is full");
    this.#slots[2 * slot] = hash;
    this.#size += 1;
    return slot;
  }

  #probe(hash: number): number {
    const slots = this.#slots;
    const last = this.#count - 1;
    let slot = hash >>> this.#shift;
    for (;;) {
      const key = slots[2 * slot];
      if (key === hash || key === 0) return slot;
      slot = (slot + 1) & last;
    }
  }
}

function emptyTables(capacity: number): LexiconTables {
  const count = 2 ** Math.ceil(Math.log2(Math.max(16, capacity * 1.5)));
  return {
    slots: new Int32Array(new SharedArrayBuffer(8 * count)),
    classes: new Uint8Array(new SharedArrayBuffer(count)),
    size: 0,
  };
}
