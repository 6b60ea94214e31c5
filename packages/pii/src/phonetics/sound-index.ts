import { type SpelledWord, soundsOf, soundsOfSpelled, spelledKeys } from "./sounds-like.ts";
import { consonants, spelledOut } from "./spelled-sounds.ts";

/** Words, to be found again by their sounds. */
export interface SoundIndex {
  /** Whether `word` is a spelling variant of one of them (`soundsOf`), or the same. In lower case. */
  hasLike(word: string): boolean;
}

/** Words with the same consonants. What costs more to know is worked out when it is asked for. */
interface Bucket {
  readonly words: string[];
  spelled?: ReadonlySet<string>;
  sounds?: ReadonlySet<string>;
}

/** @param words - in lower case */
export function createSoundIndex(words: readonly string[]): SoundIndex {
  const buckets = new Map<string, Bucket>();
  for (const word of words) {
    const key = consonants(spelledOut(word));
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, { words: [word] });
    else bucket.words.push(word);
  }
  return {
    hasLike(word) {
      const letters = spelledOut(word);
      const spelled = { word, letters, consonants: consonants(letters) };
      const bucket = buckets.get(spelled.consonants);
      return bucket !== undefined && isIn(bucket, spelled);
    },
  };
}

function isIn(bucket: Bucket, word: SpelledWord): boolean {
  bucket.spelled ??= new Set(bucket.words.flatMap(spelledKeys));
  const { spelled } = bucket;
  const sounds = soundsOfSpelled(word, (key) => spelled.has(key));
  if (sounds.length === 0) return false;
  bucket.sounds ??= new Set(bucket.words.flatMap((known) => soundsOf(known)));
  const { sounds: known } = bucket;
  return sounds.some((sound) => known.has(sound));
}
