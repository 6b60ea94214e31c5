import { randomFillSync } from "node:crypto";

/** A source of random bytes, which must be cryptographically secure. */
export type RandomBytes = (size: number) => Buffer;

/**
 * A supply of random bytes. It is filled in one system call, which takes about ten times as long as
 * copying 32 bytes from the supply.
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
  // Erases the bytes from the supply, because they may become a key.
  own.fill(0);
  return bytes;
};

export function randomHex(random: RandomBytes, size = 16): string {
  return random(size).toString("hex");
}
