import { hashFolded, hashLower, type Lexicon } from "@veil/pii/ner";

export interface LexiconWriter {
  exactly(word: string, flags: number): void;
  word(word: string, flags: number): void;
  /** Adds every part of a name such as "Anna-Lena" or "von der Heide", except particles. */
  parts(name: string, flags: number): void;
}

export function createLexiconWriter(
  lexicon: Lexicon,
  particles: ReadonlySet<string>,
): LexiconWriter {
  function word(text: string, flags: number): void {
    const hash = hashLower(text);
    lexicon.add(hash, flags);
    const folded = hashFolded(text);
    if (folded !== hash) lexicon.add(folded, flags);
  }
  return {
    exactly: (text, flags) => lexicon.add(hashLower(text), flags),
    word,
    parts(name, flags) {
      for (const part of partsOf(name, particles)) word(part, flags);
    },
  };
}

/** Returns a name's words longer than one letter, without particles. */
export function partsOf(name: string, particles: ReadonlySet<string>): readonly string[] {
  return name
    .split(/[\s\-'’.,()/]+/u)
    .filter((part) => part.length > 1 && !particles.has(part.toLowerCase()));
}
