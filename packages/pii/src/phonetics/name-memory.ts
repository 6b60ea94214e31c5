import { type Sound, soundOf } from "./sounds-like.ts";
import { readWrittenName, type WrittenName } from "./written-name.ts";

/** What was worked out about the names of one request, and goes with it. */
export interface NameMemory {
  /** `readWrittenName`. */
  readonly read: (written: string) => WrittenName;
  /** `soundOf`; undefined for a word of which no more is known than its letters. */
  readonly sound: (word: string) => Sound | undefined;
}

/** More different words are told apart by their letters alone: sounding one out takes microseconds. */
const MOST_WORDS = 20_000;

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
      if (known !== undefined || sounds.size >= MOST_WORDS) return known;
      const sound = soundOf(word);
      sounds.set(word, sound);
      return sound;
    },
  };
}
