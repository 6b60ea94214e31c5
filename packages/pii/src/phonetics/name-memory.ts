import { soundsOf } from "./sounds-like.ts";
import { readWrittenName, type WrittenName } from "./written-name.ts";

/** What a word sounds like in every language: `soundsOf`, perhaps with a memory. */
export type Sounds = (word: string) => readonly string[];

/** What was worked out about the names of one request, and goes with it. */
export interface NameMemory {
  /** `readWrittenName`. */
  readonly read: (written: string) => WrittenName;
  readonly sounds: Sounds;
}

/** More different words are told apart by their letters alone: sounding one out takes microseconds. */
const MOST_WORDS = 10_000;

export function createNameMemory(): NameMemory {
  const names = new Map<string, WrittenName>();
  const sounds = new Map<string, readonly string[]>();
  return {
    read(written) {
      const name = names.get(written) ?? readWrittenName(written);
      names.set(written, name);
      return name;
    },
    sounds(word) {
      const keys = sounds.get(word) ?? (sounds.size < MOST_WORDS ? soundsOf(word) : []);
      sounds.set(word, keys);
      return keys;
    },
  };
}
