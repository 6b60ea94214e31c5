import { randomFillSync } from "node:crypto";

/** Must be a cryptographic source. */
export type RandomBytes = (size: number) => Buffer;

/**
 * Draws many bytes at once: a draw of the system takes some ten times as long as 32 bytes of a
 * larger one.
 */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

export const systemRandomBytes: RandomBytes = (size) => {
  if (size > drawn.length) return randomFillSync(Buffer.alloc(size));
  if (used + size > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const own = drawn.subarray(used, used + size);
  used += size;
  const bytes = Buffer.from(own);
  // The bytes may be a key, so no copy stays.
  own.fill(0);
  return bytes;
};

export function randomHex(random: RandomBytes, size = 16): string {
  return random(size).toString("hex");
}
