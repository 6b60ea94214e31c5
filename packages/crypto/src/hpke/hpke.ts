import { createCipheriv, createDecipheriv } from "node:crypto";
import { VerificationError, verifying } from "../verification-error.ts";
import type { X25519PrivateKey, X25519PublicKey } from "../x25519.ts";
import { newEphemeral, recipientSecrets, senderSecrets, singleShot } from "./hpke-key-schedule.ts";

// RFC 9180, base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
// Why not a library: see docs/decisions/0004-hpke-on-node-crypto.md.

const ENC_BYTES = 32;
const TAG_BYTES = 16;

/**
 * SealBase (RFC 9180, section 6.1): `enc (32) | ciphertext | tag (16)`; `info` and `aad` are bound,
 * not sent.
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

/** @throws VerificationError when key, info, aad or a byte of the box differs */
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
  /** For test vectors only. */
  readonly ephemeral?: X25519PrivateKey;
}
