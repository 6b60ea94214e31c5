import { KIND_SHIFT, KINDS, LETTER, LOW_HALF, UNITS } from "./character-tables.ts";
import { HASH_SEED, hashStep } from "./hashes.ts";

/** The words (runs of letters) of a text, in order, as columns. */
export interface Words {
  readonly count: number;
  readonly starts: Int32Array;
  /** The `hashLower` of each word. */
  readonly hashes: Int32Array;
  /** The number of umlauts and ß in each word. */
  readonly umlauts: Uint16Array;
}

/** Cached: looking up a global object is slow under the test runner's module loader. */
const { min } = Math;

const KEPT = 0x4000;
const MOST_UMLAUTS = 0xffff;
/** Code units from here on may be umlauts; lower ones are ASCII. */
const NOT_ASCII = 0x80;
const UMLAUTS = new Set(Array.from("äöüß", (letter) => letter.charCodeAt(0)));

/** Columns that all short texts use in turn. */
const scratch = columnsFor(KEPT);

/** Reads the words of a text once for all recognizers that look words up, in linear time. */
export function readWords(text: string): Words {
  let columns = scratch;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (KINDS[text.charCodeAt(at)] !== LETTER) continue;
    if (count === columns.starts.length) columns = grown(columns);
    at = readWord(text, at, columns, count);
    count += 1;
  }
  return {
    count,
    starts: columns.starts.slice(0, count),
    hashes: columns.hashes.slice(0, count),
    umlauts: columns.umlauts.slice(0, count),
  };
}

/** Reads a word into the columns and returns its end. */
function readWord(text: string, start: number, columns: Columns, word: number): number {
  let hash = HASH_SEED;
  let umlauts = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const facts = UNITS[unit] ?? 0;
    if (((facts >> KIND_SHIFT) & 3) !== LETTER) break;
    const lower = facts & LOW_HALF;
    hash = hashStep(hash, lower);
    if (unit >= NOT_ASCII && UMLAUTS.has(lower)) umlauts += 1;
  }
  columns.starts[word] = start;
  columns.hashes[word] = hash;
  columns.umlauts[word] = min(umlauts, MOST_UMLAUTS);
  return at;
}

type Columns = Pick<Words, "starts" | "hashes" | "umlauts">;

function columnsFor(size: number): Columns {
  return {
    starts: new Int32Array(size),
    hashes: new Int32Array(size),
    umlauts: new Uint16Array(size),
  };
}

function grown({ starts, hashes, umlauts }: Columns): Columns {
  const larger = columnsFor(2 * starts.length);
  larger.starts.set(starts);
  larger.hashes.set(hashes);
  larger.umlauts.set(umlauts);
  return larger;
}
