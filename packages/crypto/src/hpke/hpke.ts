import { createCipheriv, createDecipheriv } from "node:crypto";
import { VerificationError, verifying } from "../verification-error.ts";
import type { X25519PrivateKey, X25519PublicKey } from "../x25519.ts";
import { newEphemeral, recipientSecrets, senderSecrets, singleShot } from "./hpke-key-schedule.ts";

// HPKE in base mode (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
// docs/decisions/0004-hpke-on-node-crypto.md explains why this is not a library.

const ENC_BYTES = 32;
const TAG_BYTES = 16;

/**
 * Implements SealBase (RFC 9180, section 6.1). Returns `enc (32) | ciphertext | tag (16)`. The box
 * is bound to `info` and `aad` but does not contain them.
 * @throws VerificationError `low_order_point`
 */
export function sealHpke(
  recipient: X25519PublicKey,
  plaintext: Uint8Array,
  { info, aad, ephemeral = newEphemeral() }: HpkeBindings,
): Buffer {
  const { enc, secrets } = senderSecrets(recipient, info, ephemeral);
  const { key, nonce } = singleShot(secrets);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([enc, body, cipher.getAuthTag()]);
}

/**
 * Implements OpenBase (RFC 9180, section 6.1).
 * @throws VerificationError when key, info, aad or any byte of the box differs
 */
export function openHpke(
  recipient: X25519PrivateKey,
  box: Uint8Array,
  { info, aad }: HpkeBindings,
): Buffer {
  if (box.length < ENC_BYTES + TAG_BYTES)
    throw new VerificationError("malformed", "Sealed box is too short");
  const enc = Buffer.from(box.subarray(0, ENC_BYTES));
  const { key, nonce } = singleShot(recipientSecrets(recipient, enc, info));
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(box.subarray(-TAG_BYTES));
  const plaintext = decipher.update(box.subarray(ENC_BYTES, -TAG_BYTES));
  verifying("decryption_failed", "Sealed box cannot be opened", () => decipher.final());
  return plaintext;
}

interface HpkeBindings {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
  /** The ephemeral key, only for test vectors. */
  readonly ephemeral?: X25519PrivateKey;
}
