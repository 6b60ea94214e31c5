import { hmacSha256Portable, sha256Portable, verifyEd25519Portable } from "@veil/crypto/portable";
import type { HmacSha256 } from "../claims/commitment.ts";
import type { VerifyBytes } from "../log/signed-note.ts";

/**
 * All of cryptography that the verifier needs. It has two implementations, so that each can check
 * the other.
 */
export interface VerifierCrypto {
  /** FIPS 180-4: 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  hmacSha256: HmacSha256;
  /**
   * Implements RFC 8032, strictly. @throws VerificationError for a public key that is not canonical
   * or has a small order
   */
  verifyEd25519: VerifyBytes;
}

/**
 * Also runs where `node:crypto` is absent, with tweetnacl and noble. A verification of Ed25519
 * takes some 10 ms.
 */
export const portableCrypto: VerifierCrypto = {
  sha256: sha256Portable,
  hmacSha256: hmacSha256Portable,
  verifyEd25519: verifyEd25519Portable,
};
