import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export function hmacSha256(key: Uint8Array, message: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(message).digest();
}

export function sha256(message: string | Uint8Array): Buffer {
  return createHash("sha256").update(message).digest();
}

export function sha256Hex(message: string | Uint8Array): string {
  return sha256(message).toString("hex");
}

export function constantTimeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
