/** DER wrappings of raw 32-byte keys. Source: RFC 8410, sections 3, 4 and 7. */
const PKCS8_PREFIX = {
  ed25519: Buffer.from("302e020100300506032b657004220420", "hex"),
  x25519: Buffer.from("302e020100300506032b656e04220420", "hex"),
} as const;
const SPKI_PREFIX = {
  ed25519: Buffer.from("302a300506032b6570032100", "hex"),
  x25519: Buffer.from("302a300506032b656e032100", "hex"),
} as const;

type Curve = keyof typeof PKCS8_PREFIX;

export function requireRawKey(key: Uint8Array): void {
  if (key.length !== 32) throw new TypeError("A raw Ed25519 or X25519 key has 32 bytes");
}

export function rawPrivateKeyDer(curve: Curve, key: Uint8Array): Buffer {
  requireRawKey(key);
  return Buffer.concat([PKCS8_PREFIX[curve], key]);
}

export function rawPublicKeyDer(curve: Curve, key: Uint8Array): Buffer {
  requireRawKey(key);
  return Buffer.concat([SPKI_PREFIX[curve], key]);
}
