import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(message).digest();
}

/** SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. */
export function sha256Hex(message: string | Uint8Array): string {
  return createHash("sha256").update(message).digest("hex");
}

/** Compares in constant time for equal lengths. Different lengths are unequal. */
export function constantTimeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
