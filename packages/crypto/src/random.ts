import { randomBytes } from "node:crypto";

/** A cryptographic source of `size` bytes. */
export type RandomBytes = (size: number) => Buffer;

export const systemRandomBytes: RandomBytes = (size) => randomBytes(size);

/** `size` random bytes (default 16, i.e. 128 bits) as lower-case hexadecimal digits. */
export function randomHex(random: RandomBytes, size = 16): string {
  return random(size).toString("hex");
}
