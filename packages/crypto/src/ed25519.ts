import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { requireStrictPoint } from "./ed25519-point.ts";
import { rawPrivateKeyDer, rawPublicKeyJwk } from "./okp-encoding.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";

declare const ed25519Private: unique symbol;
declare const ed25519Public: unique symbol;
/** A parsed private key. Parse once: parsing costs ten times a signature. */
export type Ed25519PrivateKey = KeyObject & { readonly [ed25519Private]: true };
export type Ed25519PublicKey = KeyObject & { readonly [ed25519Public]: true };

/** A new 32-byte private key seed (RFC 8032, section 5.1.5). */
export function generateEd25519Seed(random: RandomBytes = systemRandomBytes): Buffer {
  return random(32);
}

/** Parses a 32-byte seed. @throws TypeError for any other length. */
export function ed25519PrivateKey(seed: Uint8Array): Ed25519PrivateKey {
  const key = createPrivateKey({
    key: rawPrivateKeyDer("ed25519", seed),
    format: "der",
    type: "pkcs8",
  });
  return key as Ed25519PrivateKey;
}

/**
 * Parses a 32-byte public key, or derives it from a private one.
 *
 * @throws VerificationError for another length, a non-canonical encoding, or a point of small order, under
 * which one signature fits many messages.
 */
export function ed25519PublicKey(key: Uint8Array | Ed25519PrivateKey): Ed25519PublicKey {
  if (!(key instanceof Uint8Array)) return createPublicKey(key) as Ed25519PublicKey;
  const jwk = rawPublicKeyJwk("Ed25519", key);
  requireStrictPoint(key);
  return createPublicKey({ key: jwk, format: "jwk" }) as Ed25519PublicKey;
}

/** The 32 raw bytes of a public key, or of the public half of a private one (RFC 8037, `x`). */
export function publicKeyBytes(key: KeyObject): Buffer {
  const { x = "" } = key.export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

/** Ed25519 signature (RFC 8032), 64 bytes. */
export function signEd25519(key: Ed25519PrivateKey, message: Uint8Array): Buffer {
  return sign(null, message, key);
}

/** True only for a valid Ed25519 signature of 64 bytes. */
export function verifyEd25519(
  key: Ed25519PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return signature.length === 64 && verify(null, message, key, signature);
}
