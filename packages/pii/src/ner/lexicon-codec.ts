import { Lexicon } from "./lexicon.ts";
import { ModelFileError } from "./model-file-error.ts";

/** Parts of a lexicon on disk; separately they compress better. */
export interface PackedLexicon {
  readonly words: number;
  /** Distinct sets of flags, the most frequent first. */
  readonly palette: Int32Array;
  /** Index of each word's flags in the palette: the low bytes, then the high bytes. */
  readonly indexes: Uint8Array;
  readonly classes: Uint8Array;
  /** Differences of ascending unsigned hashes, seven bits per byte, lowest first. */
  readonly keys: Uint8Array;
}

const PALETTE_MAX = 0x10000;

/** @throws RangeError when there are more than 65 536 distinct sets of flags. */
export function packLexicon(lexicon: Lexicon): PackedLexicon {
  const entries = lexicon.entries();
  const palette = paletteOf(entries.map(({ flags }) => flags));
  if (palette.length > PALETTE_MAX) throw new RangeError("Too many distinct sets of flags");
  const indexOf = new Map(palette.map((flags, index) => [flags, index]));
  const indexes = new Uint8Array(2 * entries.length);
  const keys: number[] = [];
  let previous = 0;
  entries.forEach(({ hash, flags }, at) => {
    const index = indexOf.get(flags) ?? 0;
    indexes[at] = index & 0xff;
    indexes[entries.length + at] = index >> 8;
    pushVarint(keys, (hash >>> 0) - previous);
    previous = hash >>> 0;
  });
  return {
    words: entries.length,
    palette: Int32Array.from(palette),
    indexes,
    classes: Uint8Array.from(entries, ({ wordClass }) => wordClass),
    keys: Uint8Array.from(keys),
  };
}

/** @throws ModelFileError when the parts do not match each other. */
export function unpackLexicon({ words, palette, indexes, classes, keys }: PackedLexicon): Lexicon {
  const lexicon = new Lexicon(words);
  const readVarint = varints(keys);
  let hash = 0;
  for (let index = 0; index < words; index += 1) {
    hash += readVarint();
    const flags = palette[(indexes[index] ?? 0) | ((indexes[words + index] ?? 0) << 8)];
    if (flags === undefined) throw new ModelFileError("a word's flags are not in the palette");
    lexicon.add(hash | 0, flags, classes[index]);
  }
  if (lexicon.size !== words || hash > 0xffffffff)
    throw new ModelFileError("its words are not in order");
  return lexicon;
}

function varints(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    let byte = 0x80;
    for (let factor = 1; (byte & 0x80) !== 0; factor *= 128) {
      byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * factor;
    }
    return value;
  };
}

function paletteOf(flags: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const each of flags) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([each]) => each);
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
