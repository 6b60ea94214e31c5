/** What is known about a word, one bit each. The order of the bits is part of the model file's format. */
export const LEXICON_FLAGS = {
  /** A given name of any language. */
  FIRST: 1 << 0,
  /** A given name of the model's language. */
  FIRST_OWN: 1 << 1,
  /** A family name of middling frequency. */
  LAST: 1 << 2,
  /** One of the most frequent family names of the language. */
  LAST_TOP: 1 << 3,
  /** A family name of long lists only. */
  LAST_RARE: 1 << 4,
  /** A town of one word. */
  CITY: 1 << 5,
  /** A word of a town of several words. */
  CITY_PART: 1 << 6,
  /** Stands before names: Mr, Frau, Dr, Captain. */
  HONORIFIC: 1 << 7,
  /** A month or a day of the week. */
  MONTH: 1 << 8,
  /** A country, a federal state, a region. */
  COUNTRY: 1 << 9,
  /** Ends or begins the name of an organisation: GmbH, University, Klinikum. */
  ORG_SUFFIX: 1 << 10,
  /** Labels, greetings, relations, occupations: stands near names. */
  ROLE: 1 << 11,
  /** A lower-case part of names: von, de, al. */
  PARTICLE: 1 << 12,
  /** Seen in lower case outside names in the training text. */
  LOWER_SEEN: 1 << 13,
  /** Street, Allee, Road. */
  STREET: 1 << 14,
  /** A company, brand, product, club, newspaper. */
  COMPANY: 1 << 15,
  /** A term of medicine or of another trade that looks like a name: drugs, anatomy, software. */
  TERM: 1 << 16,
  /** A nation, language, religion: German, französisch. */
  NATIONALITY: 1 << 17,
  /** Set by the tokeniser, never stored: both halves of the word are known words. */
  COMPOUND: 1 << 28,
  /** Set by the tokeniser, never stored: a name with a genitive s. */
  GENITIVE: 1 << 29,
} as const;

/** How many of the bits from the lowest are flags that a lexicon stores. */
export const STORED_FLAGS = 18;
/** The lists of names and towns. */
export const NAME_LISTS = 0x7f;
const SPOKEN_SHIFT = 22;
const WRITTEN_SHIFT = 25;

const F = LEXICON_FLAGS;
export const FIRST_NAME = F.FIRST | F.FIRST_OWN;
export const LAST_NAME = F.LAST | F.LAST_TOP;

/** From 7 for the 500 most frequent words to 1 for the rest of a list; 0 is a word that is in no list. */
export function frequencyBucket(rank: number): number {
  const limits = [30_000, 16_000, 8_000, 4_000, 1_500, 500];
  return 1 + limits.filter((limit) => rank < limit).length;
}

/** The bits that say how frequent a word is in speech (subtitles): `rank` counts from 0. */
export function spokenFlags(rank: number): number {
  return frequencyBucket(rank) << SPOKEN_SHIFT;
}

/** The bits that say how frequent a word is in writing (Wikipedia): `rank` counts from 0. */
export function writtenFlags(rank: number): number {
  return frequencyBucket(rank) << WRITTEN_SHIFT;
}

/** The bucket in speech, 0 to 7. */
export function spokenBucket(flags: number): number {
  return (flags >> SPOKEN_SHIFT) & 7;
}

/** The bucket in writing, 0 to 7. */
export function writtenBucket(flags: number): number {
  return (flags >> WRITTEN_SHIFT) & 7;
}

/** Both buckets as one number, 0 to 63. */
export function frequencies(flags: number): number {
  return (flags >> SPOKEN_SHIFT) & 63;
}

/**
 * Words by their hash ({@link hashLower}, {@link hashFolded}), with flags and a word class. Open addressing:
 * a look-up costs one or two memory accesses. A hash of 0 is never stored.
 */
export class Lexicon {
  /** Of each slot the hash and the flags, side by side: they are wanted together. */
  readonly #slots: Int32Array;
  readonly #classes: Uint8Array;
  readonly #count: number;
  /** A slot is the upper bits of a hash, so that words in the order of their hashes are written one after the other. */
  readonly #shift: number;
  #size = 0;

  /** `capacity`: the number of words it can hold. It does not grow. */
  constructor(capacity: number) {
    const bits = Math.ceil(Math.log2(Math.max(16, capacity * 1.5)));
    this.#count = 2 ** bits;
    this.#slots = new Int32Array(2 * this.#count);
    this.#classes = new Uint8Array(this.#count);
    this.#shift = 32 - bits;
  }

  get size(): number {
    return this.#size;
  }

  /** The place of a word for `flagsAt` and `classAt`; -1 when it is unknown. */
  slotOf(hash: number): number {
    const slot = this.#probe(hash);
    return this.#slots[2 * slot] === 0 ? -1 : slot;
  }

  flagsAt(slot: number): number {
    return this.#slots[2 * slot + 1] ?? 0;
  }

  classAt(slot: number): number {
    return this.#classes[slot] ?? 0;
  }

  /** The flags of a word; 0 when it is unknown. */
  flagsOf(hash: number): number {
    return this.flagsAt(this.#probe(hash));
  }

  /**
   * Adds flags to those that the word has. Frequencies are set once for a word: bits are only ever added. A
   * `wordClass` other than 0 is set as by `setClass`.
   * @throws RangeError when it is full.
   */
  add(hash: number, flags: number, wordClass = 0): void {
    if (hash === 0) return;
    const slot = this.#take(hash);
    this.#slots[2 * slot + 1] = this.flagsAt(slot) | flags;
    if (wordClass !== 0) this.#classes[slot] = wordClass;
  }

  /** `wordClass`: 1 to 254; words of one class stand in like places of sentences. */
  setClass(hash: number, wordClass: number): void {
    if (hash !== 0) this.#classes[this.#take(hash)] = wordClass;
  }

  /** Every word, in the order of its unsigned hash. */
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

  /** The slot that holds `hash`, or the empty one where it would be. */
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
