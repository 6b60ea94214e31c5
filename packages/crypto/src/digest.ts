import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Over the concatenation of `parts`; strings count by their UTF-8. */
export function hmacSha256(key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** As `hmacSha256`, without a key. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function sha256Hex(message: string | Uint8Array): string {
  return sha256(message).toString("hex");
}

export function constantTimeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
