import { Lexicon } from "./lexicon.ts";

/** Hash and flags (i32, little endian) and class of a word. */
export const WORD_BYTES = 9;

/** Writes the words one after the other, in order of their unsigned hash. */
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

/** Each of the `parts` contains whole words. */
export function unpackLexicon(words: number, parts: Iterable<Uint8Array>): Lexicon {
  const lexicon = new Lexicon(words);
  for (const { buffer, byteOffset, length } of parts) {
    const view = new DataView(buffer, byteOffset, length);
    for (let at = 0; at < length; at += WORD_BYTES)
      lexicon.add(view.getInt32(at, true), view.getInt32(at + 4, true), view.getUint8(at + 8));
  }
  return lexicon;
}
