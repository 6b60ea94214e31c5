/** Facts about a word, one bit each. The order is part of the model file's format. */
export const LEXICON_FLAGS = {
  FIRST: 1 << 0,
  FIRST_OWN: 1 << 1,
  /** A family name of medium frequency. */
  LAST: 1 << 2,
  /** One of the language's most frequent family names. */
  LAST_TOP: 1 << 3,
  /** A family name that only long lists have. */
  LAST_RARE: 1 << 4,
  CITY: 1 << 5,
  CITY_PART: 1 << 6,
  /** Precedes names: Mr, Frau, Dr, Captain. */
  HONORIFIC: 1 << 7,
  MONTH: 1 << 8,
  COUNTRY: 1 << 9,
  /** Begins or ends names of organizations: GmbH, University, Klinikum. */
  ORG_SUFFIX: 1 << 10,
  /** Labels, greetings, relations, occupations. */
  ROLE: 1 << 11,
  /** A lower-case part of names: von, de, al. */
  PARTICLE: 1 << 12,
  /** Occurs in lower case outside names in the training text. */
  LOWER_SEEN: 1 << 13,
  STREET: 1 << 14,
  COMPANY: 1 << 15,
  /** A term of medicine or another trade that looks like a name: drugs, anatomy, software. */
  TERM: 1 << 16,
  NATIONALITY: 1 << 17,
  /** Set by the tokenizer, never stored: both halves are known words. */
  COMPOUND: 1 << 28,
  /** Set by the tokenizer, never stored: a name with a genitive s. */
  GENITIVE: 1 << 29,
} as const;

export const STORED_FLAGS = 18;
export const NAME_LISTS = 0x7f;
const SPOKEN_SHIFT = 22;
const WRITTEN_SHIFT = 25;

const F = LEXICON_FLAGS;
export const FIRST_NAME = F.FIRST | F.FIRST_OWN;
export const LAST_NAME = F.LAST | F.LAST_TOP;
/** The flags of a word that is probably not a name. */
export const OTHER_WORD =
  F.LOWER_SEEN | F.COMPANY | F.TERM | F.ORG_SUFFIX | F.COUNTRY | F.NATIONALITY | F.MONTH | F.ROLE;

/**
 * Returns 7 for the 500 most frequent words down to 1 for the rest of a list; 0 for an unlisted
 * word.
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

/** Returns the bucket in speech, 0 to 7. */
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
  /** Hash and flags of each slot next to each other, since they are read together. */
  readonly slots: Int32Array;
  readonly classes: Uint8Array;
  /** Number of words. */
  readonly size: number;
}

/**
 * Words by hash, with flags and a class. Open addressing: one or two memory accesses. A hash of 0 is never stored.
 */
export class Lexicon {
  readonly #slots: Int32Array;
  readonly #classes: Uint8Array;
  readonly #count: number;
  /** A slot is the upper bits of a hash, so that words sorted by hash are written sequentially. */
  readonly #shift: number;
  #size: number;

  /** `given` is the maximum number of words, which is fixed, or the `tables` of a lexicon. */
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

  /** Returns the slot of a word for `flagsAt` and `classAt`; -1 when it is unknown. */
  slotOf(hash: number): number {
    const slot = this.#probe(hash);
    return this.#slots[2 * slot] === 0 ? -1 : slot;
  }

  /**
   * Loads the slots of words into the processor's cache before callers look them up one by one:
   * this short loop has many loads in flight at once. It returns a useless number, so that the
   * compiler does not omit the loads.
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

  /** Adds flags; a word's frequencies are set once. A `wordClass` of 0 sets none. @throws RangeError when full */
  add(hash: number, flags: number, wordClass = 0): void {
    if (hash === 0) return;
    const slot = this.#take(hash);
    this.#slots[2 * slot + 1] = this.flagsAt(slot) | flags;
    if (wordClass !== 0) this.#classes[slot] = wordClass;
  }

  /** `wordClass` is 1 to 254; words of one class occur in similar contexts. */
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
