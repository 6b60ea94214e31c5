import { type Sound, soundKeys, soundOf, spelledKeys } from "./sounds-like.ts";

export interface SoundIndex {
  /** A cheap test that excludes most words. The argument is a result of `consonants`. */
  hasConsonants(consonants: number): boolean;
  /**
   * Returns whether `word`, in lower case, equals or is a variant of one of the words
   * (`areVariants`).
   */
  hasVariant(word: string): boolean;
}

interface Bucket {
  readonly words: Sound[];
  spelled?: ReadonlySet<number>;
  keys?: ReadonlySet<string>;
}

export function createSoundIndex(words: readonly Sound[]): SoundIndex {
  const buckets = new Map<number, Bucket>();
  for (const word of words) {
    const bucket = buckets.get(word.consonants);
    if (bucket === undefined) buckets.set(word.consonants, { words: [word] });
    else bucket.words.push(word);
  }
  return {
    hasConsonants: (consonants) => buckets.has(consonants),
    hasVariant(word) {
      const sound = soundOf(word);
      const bucket = buckets.get(sound.consonants);
      return bucket !== undefined && isIn(bucket, sound);
    },
  };
}

function isIn(bucket: Bucket, word: Sound): boolean {
  bucket.spelled ??= new Set(bucket.words.flatMap(spelledKeys));
  const { spelled } = bucket;
  const keys = soundKeys(word, (key) => spelled.has(key));
  if (keys.length === 0) return false;
  bucket.keys ??= new Set(bucket.words.flatMap((known) => soundKeys(known)));
  const { keys: known } = bucket;
  return keys.some((key) => known.has(key));
}
