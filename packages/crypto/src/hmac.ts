import { createHmac } from "node:crypto";
import { sha256Hex } from "./digest.ts";

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const SHORT_MAX = 4_096;
const [INNER_PAD, OUTER_PAD] = [0x36, 0x5c];
/** Of UTF-16 in UTF-8. */
const BYTES_A_UNIT = 3;

const inner = Buffer.alloc(BLOCK_BYTES + SHORT_MAX);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

type Part = string | Uint8Array;

/**
 * RFC 2104, over the concatenation of `parts`; strings count by their UTF-8. An object of `createHmac` takes twice as long for a
 * short message and leaves work to the garbage collector, and each call has dozens of them.
 */
export function hmacSha256(key: Uint8Array, ...parts: readonly Part[]): Buffer {
  if (key.length > BLOCK_BYTES || maxBytes(parts) > SHORT_MAX) return longHmac(key, parts);
  for (let at = 0; at < BLOCK_BYTES; at++) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ INNER_PAD;
    outer[at] = byte ^ OUTER_PAD;
  }
  const end = writeParts(parts);
  outer.write(sha256Hex(inner.subarray(0, end)), BLOCK_BYTES, "hex");
  const mac = Buffer.from(sha256Hex(outer), "hex");
  // The key and the message stand in no other place.
  inner.fill(0, 0, end);
  outer.fill(0);
  return mac;
}

function longHmac(key: Uint8Array, parts: readonly Part[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

function maxBytes(parts: readonly Part[]): number {
  let bytes = 0;
  for (const part of parts)
    bytes += typeof part === "string" ? BYTES_A_UNIT * part.length : part.length;
  return bytes;
}

function writeParts(parts: readonly Part[]): number {
  let end = BLOCK_BYTES;
  for (const part of parts) {
    if (typeof part === "string") {
      end += inner.write(part, end);
      continue;
    }
    inner.set(part, end);
    end += part.length;
  }
  return end;
}
