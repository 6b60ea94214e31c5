import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { publicKeyBytes } from "./ed25519.ts";
import { rawPrivateKeyDer, rawPublicKeyJwk } from "./okp-encoding.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";
import { VerificationError, verifying } from "./verification-error.ts";

/*
 * Hybrid Public Key Encryption, RFC 9180, base mode, single shot:
 * DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256 0x0001, AES-256-GCM 0x0002.
 * Why not a library: see docs/decisions/0004-hpke-on-node-crypto.md.
 */

declare const x25519Private: unique symbol;
declare const x25519Public: unique symbol;
export type X25519PrivateKey = KeyObject & { readonly [x25519Private]: true };
export type X25519PublicKey = KeyObject & { readonly [x25519Public]: true };

const ENC_BYTES = 32;
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);
const KEM_SUITE = Buffer.concat([Buffer.from("KEM"), i2osp(0x0020)]);
const HPKE_SUITE = Buffer.concat([
  Buffer.from("HPKE"),
  i2osp(0x0020),
  i2osp(0x0001),
  i2osp(0x0002),
]);

/** A new 32-byte X25519 private key (RFC 7748; clamped when used). */
export function generateX25519Seed(random: RandomBytes = systemRandomBytes): Buffer {
  return random(32);
}

/** Parses 32 raw bytes. @throws TypeError for any other length. */
export function x25519PrivateKey(raw: Uint8Array): X25519PrivateKey {
  const der = rawPrivateKeyDer("x25519", raw);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" }) as X25519PrivateKey;
}

/** Parses 32 raw bytes, or derives the public key of a private one. @throws VerificationError for another length. */
export function x25519PublicKey(key: Uint8Array | X25519PrivateKey): X25519PublicKey {
  if (!(key instanceof Uint8Array)) return createPublicKey(key) as X25519PublicKey;
  const jwk = rawPublicKeyJwk("X25519", key);
  return createPublicKey({ key: jwk, format: "jwk" }) as X25519PublicKey;
}

/**
 * Encrypts to `recipient`: `enc (32) | ciphertext | tag (16)`. `info` and `aad` are bound, not sent.
 * Source: RFC 9180, section 6.1 (SealBase).
 *
 * @throws VerificationError `low_order_point` when the recipient's key is of small order
 */
export function sealHpke(
  recipient: X25519PublicKey,
  plaintext: Uint8Array,
  { info, aad, ephemeral = newEphemeral() }: HpkeContext,
): Buffer {
  const enc = publicKeyBytes(ephemeral);
  const shared = agree(ephemeral, recipient);
  const { key, nonce } = keySchedule(kemSecret(shared, enc, publicKeyBytes(recipient)), info);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([enc, body, cipher.getAuthTag()]);
}

/** @throws VerificationError when key, info, aad or a byte of the box is another than at sealing. */
export function openHpke(
  recipient: X25519PrivateKey,
  box: Uint8Array,
  { info, aad }: HpkeContext,
): Buffer {
  if (box.length < ENC_BYTES + TAG_BYTES)
    throw new VerificationError("malformed", "Sealed box is too short");
  const enc = Buffer.from(box.subarray(0, ENC_BYTES));
  const shared = agree(recipient, x25519PublicKey(enc));
  const { key, nonce } = keySchedule(kemSecret(shared, enc, publicKeyBytes(recipient)), info);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(box.subarray(-TAG_BYTES));
  const plaintext = decipher.update(box.subarray(ENC_BYTES, -TAG_BYTES));
  verifying("decryption_failed", "Sealed box does not open", () => decipher.final());
  return plaintext;
}

interface HpkeContext {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
  /** For test vectors only: a fresh one is made for each box. */
  readonly ephemeral?: X25519PrivateKey;
}

function newEphemeral(): X25519PrivateKey {
  return generateKeyPairSync("x25519").privateKey as X25519PrivateKey;
}

/** RFC 9180, section 7.1.4: an all-zero result must be refused; OpenSSL throws for it. */
function agree(privateKey: X25519PrivateKey, publicKey: X25519PublicKey): Buffer {
  return verifying("low_order_point", "X25519 public key has a small order", () =>
    diffieHellman({ privateKey, publicKey }),
  );
}

/** RFC 9180, section 4.1: ExtractAndExpand(dh, enc | pkR). */
function kemSecret(dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Buffer {
  const prk = labeledExtract(KEM_SUITE, EMPTY, "eae_prk", dh);
  return labeledExpand(KEM_SUITE, prk, "shared_secret", Buffer.concat([enc, recipient]), 32);
}

/** RFC 9180, section 5.1, mode_base (0x00), no PSK. */
function keySchedule(sharedSecret: Uint8Array, info: Uint8Array) {
  const context = Buffer.concat([
    Buffer.of(0x00),
    labeledExtract(HPKE_SUITE, EMPTY, "psk_id_hash", EMPTY),
    labeledExtract(HPKE_SUITE, EMPTY, "info_hash", info),
  ]);
  const secret = labeledExtract(HPKE_SUITE, sharedSecret, "secret", EMPTY);
  return {
    key: labeledExpand(HPKE_SUITE, secret, "key", context, 32),
    nonce: labeledExpand(HPKE_SUITE, secret, "base_nonce", context, 12),
  };
}

function labeledExtract(suite: Buffer, salt: Uint8Array, label: string, ikm: Uint8Array): Buffer {
  const prefix = Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(label)]);
  return createHmac("sha256", salt).update(prefix).update(ikm).digest();
}

/** HKDF-Expand for lengths up to one block (32 bytes), which is all that this suite asks for. */
function labeledExpand(
  suite: Buffer,
  prk: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Buffer {
  const prefix = Buffer.concat([i2osp(length), Buffer.from("HPKE-v1"), suite, Buffer.from(label)]);
  const hmac = createHmac("sha256", prk).update(prefix).update(info).update(Buffer.of(1));
  return hmac.digest().subarray(0, length);
}

function i2osp(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}
