import { createCipheriv } from "node:crypto";
import { ApiError } from "@veil/contracts/errors";
import type { RandomBytes } from "@veil/crypto";
import type { TokenKey } from "../ports.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
const CUSTOMER_ID_BYTES = 128;

/**
 * Returns base64url of `version (1) | key id (8) | nonce (12) | ciphertext (129) | tag (16)`. The
 * cipher is AES-256-GCM with the version and the key id as associated data. The plaintext is one
 * length byte, the customer id, and zeros as padding, so every token has the same length.
 */
export function makeToken(key: TokenKey, customerId: string, random: RandomBytes): string {
  const header = Buffer.concat([Buffer.of(VERSION), key.id]);
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, nonce).setAAD(header);
  const ciphertext = cipher.update(padded(customerId));
  cipher.final();
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]).toString("base64url");
}

function padded(customerId: string): Buffer {
  const length = Buffer.byteLength(customerId);
  if (length > CUSTOMER_ID_BYTES)
    throw new ApiError("invalid_field", 'Field "customer_id" is longer than 128 bytes');
  const plaintext = Buffer.alloc(1 + CUSTOMER_ID_BYTES);
  plaintext.writeUInt8(length);
  plaintext.write(customerId, 1);
  return plaintext;
}
