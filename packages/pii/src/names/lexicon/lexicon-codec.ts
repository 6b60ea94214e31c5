import { Lexicon } from "./lexicon.ts";

/** Size of a word's entry: its hash and flags (i32, little endian) and its class (u8). */
export const WORD_BYTES = 9;

/** Packs the words one after another, in order of their unsigned hashes. */
export function packLexicon(lexicon: Lexicon): Uint8Array {
  const words = lexicon.entries();
  const view = new DataView(new ArrayBuffer(WORD_BYTES * words.length));
  for (const [index, { hash, flags, wordClass }] of words.entries()) {
    const at = WORD_BYTES * index;
    view.setInt32(at, hash, true);
    view.setInt32(at + 4, flags, true);
    view.setUint8(at + 8, wordClass);
  }
  return new Uint8Array(view.buffer);
}

/** Unpacks a lexicon of `words` words. Each of the `parts` must contain whole words. */
export function unpackLexicon(words: number, parts: Iterable<Uint8Array>): Lexicon {
  const lexicon = new Lexicon(words);
  for (const { buffer, byteOffset, length } of parts) {
    const view = new DataView(buffer, byteOffset, length);
    for (let at = 0; at < length; at += WORD_BYTES)
      lexicon.add(view.getInt32(at, true), view.getInt32(at + 4, true), view.getUint8(at + 8));
  }
  return lexicon;
}
