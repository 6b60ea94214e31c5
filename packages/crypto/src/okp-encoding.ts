import { VerificationError } from "./verification-error.ts";

const RAW_KEY_BYTES = 32;

/** The DER prefixes of PKCS #8 private keys (RFC 8410, section 7). */
const PKCS8_PREFIX = {
  ed25519: Buffer.from("302e020100300506032b657004220420", "hex"),
  x25519: Buffer.from("302e020100300506032b656e04220420", "hex"),
} as const;
type Curve = keyof typeof PKCS8_PREFIX;

export function rawPrivateKeyDer(curve: Curve, key: Uint8Array): Buffer {
  if (key.length !== RAW_KEY_BYTES) throw new TypeError("A raw private key has 32 bytes");
  return Buffer.concat([PKCS8_PREFIX[curve], key]);
}

/**
 * Returns a raw public key as a JWK (RFC 8037, section 2), because OpenSSL 3 decodes a JWK in a
 * tenth of the time that DER takes.
 */
export function rawPublicKeyJwk(crv: "Ed25519" | "X25519", key: Uint8Array) {
  if (key.length !== RAW_KEY_BYTES)
    throw new VerificationError("malformed", "A raw public key has 32 bytes");
  return { kty: "OKP", crv, x: Buffer.from(key).toString("base64url") };
}
