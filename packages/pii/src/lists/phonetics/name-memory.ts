import { type Sound, soundOf } from "./sounds-like.ts";
import { readWrittenName, type WrittenName } from "./written-name.ts";

/** Caches the parsed names and the sounds of one request. */
export interface NameMemory {
  readonly read: (written: string) => WrittenName;
  readonly sound: (word: string) => Sound | undefined;
}

/**
 * Beyond this number of distinct words, only letters are compared, because computing sounds takes
 * microseconds.
 */
const MAX_WORDS = 20_000;

export function createNameMemory(): NameMemory {
  const names = new Map<string, WrittenName>();
  const sounds = new Map<string, Sound>();
  return {
    read(written) {
      const known = names.get(written);
      if (known !== undefined) return known;
      const name = readWrittenName(written);
      names.set(written, name);
      return name;
    },
    sound(word) {
      const known = sounds.get(word);
      if (known !== undefined || sounds.size >= MAX_WORDS) return known;
      const sound = soundOf(word);
      sounds.set(word, sound);
      return sound;
    },
  };
}
