import { createHash, createHmac, hash, timingSafeEqual } from "node:crypto";

/** Returns the HMAC of the concatenated `parts`. Strings are encoded as UTF-8. */
export function hmacSha256(key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Works like `hmacSha256`, but receives the parts one after another. */
export function startHmacSha256(key: Uint8Array) {
  const hmac = createHmac("sha256", key);
  return { add: (part: string | Uint8Array) => void hmac.update(part), end: () => hmac.digest() };
}

/** Returns the hash of the concatenated `parts`. Strings are encoded as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const [first, ...more] = parts;
  if (first !== undefined && more.length === 0) return Buffer.from(sha256Hex(first), "hex");
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/**
 * Returns the hash in hexadecimal. `hash` takes a third of the time that `createHash` takes for a
 * short message.
 */
export function sha256Hex(message: string | Uint8Array): string {
  return hash("sha256", message, "hex");
}

export function constantTimeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
