import { createCipheriv, createDecipheriv } from "node:crypto";
import { hmacSha256 } from "./digest.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";
import { VerificationError, verifying } from "./verification-error.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const NO_SALT = new Uint8Array(0);
const FIRST_BLOCK = Uint8Array.of(1);

/**
 * Derives a key with HKDF-SHA-256 (RFC 5869, sections 2.2 and 2.3), with an empty salt and one
 * block of output. `hkdfSync` takes twice as long, and each call derives several keys.
 */
export function deriveKey(secret: Uint8Array, info: string): Buffer {
  return hmacSha256(hmacSha256(NO_SALT, secret), info, FIRST_BLOCK);
}

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) and a random nonce. Returns `nonce | ciphertext |
 * tag`.
 * @param context - the purpose of the box, so that one box cannot replace another
 */
export function sealWithKey(
  key: Uint8Array,
  plaintext: Uint8Array,
  context: string,
  random: RandomBytes = systemRandomBytes,
): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** Decrypts a box. @throws VerificationError when key, context or any byte of the box differs */
export function openWithKey(key: Uint8Array, box: Uint8Array, context: string): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES)
    throw new VerificationError("malformed", "Box is too short");
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-TAG_BYTES));
  const plaintext = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES));
  verifying("decryption_failed", "Box cannot be opened", () => decipher.final());
  return plaintext;
}
