import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { hasSmallOrderR, requireStrictPoint } from "./ed25519-point.ts";
import { rawPrivateKeyDer, rawPublicKeyJwk } from "./okp-encoding.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";

declare const ed25519Private: unique symbol;
declare const ed25519Public: unique symbol;
/**
 * A parsed private key. Parse a key only once, because parsing takes ten times as long as signing.
 */
export type Ed25519PrivateKey = KeyObject & { readonly [ed25519Private]: true };
export type Ed25519PublicKey = KeyObject & { readonly [ed25519Public]: true };

export function generateEd25519Seed(random: RandomBytes = systemRandomBytes): Buffer {
  return random(32);
}

/**
 * Creates a private key from its seed (RFC 8032, section 5.1.5).
 * @throws TypeError unless `seed` has 32 bytes
 */
export function ed25519PrivateKey(seed: Uint8Array): Ed25519PrivateKey {
  const key = createPrivateKey({
    key: rawPrivateKeyDer("ed25519", seed),
    format: "der",
    type: "pkcs8",
  });
  return key as Ed25519PrivateKey;
}

/**
 * Parses a public key, or returns the public key of a private key.
 * @throws VerificationError for a non-canonical encoding, and for a point of small order, because
 * one signature could then be valid for many messages
 */
export function ed25519PublicKey(key: Uint8Array | Ed25519PrivateKey): Ed25519PublicKey {
  if (!(key instanceof Uint8Array)) return createPublicKey(key) as Ed25519PublicKey;
  const jwk = rawPublicKeyJwk("Ed25519", key);
  requireStrictPoint(key);
  return createPublicKey({ key: jwk, format: "jwk" }) as Ed25519PublicKey;
}

export function publicKeyBytes(key: KeyObject): Buffer {
  const { x = "" } = key.export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

export function signEd25519(key: Ed25519PrivateKey, message: Uint8Array): Buffer {
  return sign(null, message, key);
}

export function verifyEd25519(
  key: Ed25519PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== 64 || hasSmallOrderR(signature)) return false;
  return verify(null, message, key, signature);
}
