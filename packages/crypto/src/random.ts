import { randomBytes } from "node:crypto";

/** Must be a cryptographic source. */
export type RandomBytes = (size: number) => Buffer;

export const systemRandomBytes: RandomBytes = (size) => randomBytes(size);

export function randomHex(random: RandomBytes, size = 16): string {
  return random(size).toString("hex");
}
