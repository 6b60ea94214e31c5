import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Implements FIPS 180-4: 32 bytes. This second implementation also runs in browsers. */
export function sha256Portable(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

const encoder = new TextEncoder();

/** Implements RFC 2104, over the concatenation of `parts`, strings by their UTF-8: 32 bytes. */
export function hmacSha256Portable(
  key: Uint8Array,
  ...parts: readonly (string | Uint8Array)[]
): Uint8Array {
  const mac = hmac.create(sha256, key);
  for (const part of parts) mac.update(typeof part === "string" ? encoder.encode(part) : part);
  return mac.digest();
}
