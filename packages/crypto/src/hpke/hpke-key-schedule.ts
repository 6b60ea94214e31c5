import { createHmac, diffieHellman } from "node:crypto";
import { publicKeyBytes } from "../ed25519.ts";
import { verifying } from "../verification-error.ts";
import {
  generateX25519Seed,
  type X25519PrivateKey,
  type X25519PublicKey,
  x25519PrivateKey,
  x25519PublicKey,
} from "../x25519.ts";

const EMPTY = Buffer.alloc(0);
const KEM_SUITE = Buffer.concat([Buffer.from("KEM"), i2osp(0x0020)]);
const HPKE_SUITE = Buffer.concat([
  Buffer.from("HPKE"),
  i2osp(0x0020),
  i2osp(0x0001),
  i2osp(0x0002),
]);

/** The values `secret` and `key_schedule_context` of RFC 9180, section 5.1. */
export interface HpkeSecrets {
  readonly secret: Buffer;
  readonly context: Buffer;
}

/** Implements SetupBaseS of RFC 9180. */
export function senderSecrets(
  recipient: X25519PublicKey,
  info: Uint8Array,
  ephemeral: X25519PrivateKey,
): { readonly enc: Buffer; readonly secrets: HpkeSecrets } {
  const enc = publicKeyBytes(ephemeral);
  const shared = agree(ephemeral, recipient);
  return { enc, secrets: keySchedule(kemSecret(shared, enc, publicKeyBytes(recipient)), info) };
}

/** Implements SetupBaseR of RFC 9180. */
export function recipientSecrets(
  recipient: X25519PrivateKey,
  enc: Uint8Array,
  info: Uint8Array,
): HpkeSecrets {
  const shared = agree(recipient, x25519PublicKey(enc));
  return keySchedule(kemSecret(shared, enc, publicKeyBytes(recipient)), info);
}

export function singleShot({ secret, context }: HpkeSecrets) {
  return {
    key: labeledExpand(HPKE_SUITE, secret, "key", context, 32),
    nonce: labeledExpand(HPKE_SUITE, secret, "base_nonce", context, 12),
  };
}

export function exporterSecret({ secret, context }: HpkeSecrets): Buffer {
  return labeledExpand(HPKE_SUITE, secret, "exp", context, 32);
}

/** Implements Context.Export (RFC 9180, section 5.3). */
export function exportSecret(exporter: Uint8Array, exporterContext: Uint8Array): Buffer {
  return labeledExpand(HPKE_SUITE, exporter, "sec", exporterContext, 32);
}

/**
 * Returns a new key pair. It does not use `generateKeyPairSync`, because that can deadlock: Node 20
 * locks a key during an export, and a garbage collection at that moment that removes the job which
 * generated the key waits for the same lock.
 */
export function newEphemeral(): X25519PrivateKey {
  return x25519PrivateKey(generateX25519Seed());
}

/**
 * Returns the shared secret. OpenSSL refuses an all-zero result, as RFC 9180, section 7.1.4
 * requires.
 */
function agree(privateKey: X25519PrivateKey, publicKey: X25519PublicKey): Buffer {
  return verifying("low_order_point", "X25519 public key has a small order", () =>
    diffieHellman({ privateKey, publicKey }),
  );
}

/** Derives the KEM's shared secret (RFC 9180, section 4.1). */
function kemSecret(dh: Uint8Array, enc: Uint8Array, recipient: Uint8Array): Buffer {
  const prk = labeledExtract(KEM_SUITE, EMPTY, "eae_prk", dh);
  return labeledExpand(KEM_SUITE, prk, "shared_secret", Buffer.concat([enc, recipient]), 32);
}

/** Implements the key schedule of RFC 9180, section 5.1, for mode_base (0x00) without a PSK. */
function keySchedule(sharedSecret: Uint8Array, info: Uint8Array): HpkeSecrets {
  const context = Buffer.concat([
    Buffer.of(0x00),
    labeledExtract(HPKE_SUITE, EMPTY, "psk_id_hash", EMPTY),
    labeledExtract(HPKE_SUITE, EMPTY, "info_hash", info),
  ]);
  return { secret: labeledExtract(HPKE_SUITE, sharedSecret, "secret", EMPTY), context };
}

function labeledExtract(suite: Buffer, salt: Uint8Array, label: string, ikm: Uint8Array): Buffer {
  const prefix = Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(label)]);
  return createHmac("sha256", salt).update(prefix).update(ikm).digest();
}

/** Expands to only one block, because this cipher suite needs no more. */
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
