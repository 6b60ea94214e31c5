import { createHash } from "node:crypto";

const SEED = "1";

/**
 * Returns a sample of `size` items for tests that cannot cover all items in each run. The sample
 * depends on `key` and on the seed in `VEIL_TEST_SAMPLE`, which may be `all`, as in `.ci/run`. `npm
 * test` chooses a random seed and prints it.
 */
export function sampleOf<T>(all: readonly T[], size: number, key: string): readonly T[] {
  const given = sampleSeed();
  if (given === "all" || all.length <= size) return all;
  const places = all.map((item, at) => ({ item, hash: hashOf(`${given} ${key} ${at}`) }));
  places.sort((one, other) => Buffer.compare(one.hash, other.hash));
  return places.slice(0, size).map(({ item }) => item);
}

export function sampleSeed(): string {
  const given = process.env["VEIL_TEST_SAMPLE"] ?? SEED;
  if (!/^(?:all|\d{1,10})$/.test(given))
    throw new Error("VEIL_TEST_SAMPLE must be a number, or `all`");
  return given;
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
