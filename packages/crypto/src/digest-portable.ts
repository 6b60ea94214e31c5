import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** FIPS 180-4: 32 bytes. The second implementation, which also runs in browsers. */
export function sha256Portable(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/** RFC 2104, over the concatenation of `parts`: 32 bytes. */
export function hmacSha256Portable(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = hmac.create(sha256, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}
