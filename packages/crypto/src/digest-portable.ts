import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Returns the SHA-256 of `bytes` (FIPS 180-4; 32 bytes). This second implementation also runs in
 * browsers.
 */
export function sha256Portable(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/** Starts the SHA-256 of bytes that arrive in parts. */
export function startSha256Portable(): {
  update(bytes: Uint8Array): void;
  /** Returns the hash, 32 bytes. */
  digest(): Uint8Array;
} {
  return sha256.create();
}

const encoder = new TextEncoder();

/**
 * Returns the HMAC-SHA-256 of the concatenated `parts` (RFC 2104; 32 bytes). Strings are encoded as
 * UTF-8.
 */
export function hmacSha256Portable(
  key: Uint8Array,
  ...parts: readonly (string | Uint8Array)[]
): Uint8Array {
  const mac = hmac.create(sha256, key);
  for (const part of parts) mac.update(typeof part === "string" ? encoder.encode(part) : part);
  return mac.digest();
}
