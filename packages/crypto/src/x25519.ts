import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { rawPrivateKeyDer, rawPublicKeyJwk } from "./okp-encoding.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";

declare const x25519Private: unique symbol;
declare const x25519Public: unique symbol;
export type X25519PrivateKey = KeyObject & { readonly [x25519Private]: true };
export type X25519PublicKey = KeyObject & { readonly [x25519Public]: true };

export function generateX25519Seed(random: RandomBytes = systemRandomBytes): Buffer {
  return random(32);
}

/** Creates a private key. @throws TypeError unless `raw` has 32 bytes */
export function x25519PrivateKey(raw: Uint8Array): X25519PrivateKey {
  const der = rawPrivateKeyDer("x25519", raw);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" }) as X25519PrivateKey;
}

/**
 * Parses a public key, or returns the public key of a private key.
 * @throws VerificationError unless the key has 32 bytes
 */
export function x25519PublicKey(key: Uint8Array | X25519PrivateKey): X25519PublicKey {
  if (!(key instanceof Uint8Array)) return createPublicKey(key) as X25519PublicKey;
  const jwk = rawPublicKeyJwk("X25519", key);
  return createPublicKey({ key: jwk, format: "jwk" }) as X25519PublicKey;
}
