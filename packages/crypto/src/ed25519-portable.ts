import nacl from "tweetnacl";
import { hasSmallOrderR, requireStrictPoint } from "./ed25519-point.ts";

const SIGNATURE_BYTES = 64;

/** The order of the base point (RFC 8032, section 5.1), little-endian. */
const L = Uint8Array.from([
  ...[
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
  ],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10],
]);

/**
 * Verifies a signature with a second implementation of Ed25519, which is independent of
 * `verifyEd25519` and also runs in browsers. The additional checks are necessary because tweetnacl
 * accepts points of small order, and also an S that is not below L, so that one signature has
 * several forms.
 * @param publicKey - 32 bytes
 * @throws VerificationError for a public key that `ed25519PublicKey` refuses because of its
 * encoding or order
 */
export function verifyEd25519Portable(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  requireStrictPoint(publicKey);
  if (signature.length !== SIGNATURE_BYTES || hasSmallOrderR(signature)) return false;
  return (
    isBelowL(signature.subarray(32)) && nacl.sign.detached.verify(message, signature, publicKey)
  );
}

function isBelowL(scalar: Uint8Array): boolean {
  for (let at = scalar.length - 1; at >= 0; at--) {
    const [own, limit] = [scalar[at] ?? 0, L[at] ?? 0];
    if (own !== limit) return own < limit;
  }
  return false;
}
