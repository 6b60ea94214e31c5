import { hmacSha256Portable, sha256Portable, verifyEd25519Portable } from "@veil/crypto/portable";
import type { HmacSha256 } from "../claims/commitment.ts";
import type { VerifyBytes } from "../log/signed-note.ts";

/**
 * All cryptographic functions that the verifier needs. There are two implementations, so that each
 * can be used to test the other.
 */
export interface VerifierCrypto {
  /** Returns the SHA-256 (FIPS 180-4), 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  hmacSha256: HmacSha256;
  /**
   * Verifies a signature strictly by RFC 8032.
   * @throws VerificationError for a public key that is not canonical or has a small order
   */
  verifyEd25519: VerifyBytes;
}

/**
 * The implementation with tweetnacl and noble, which also runs without `node:crypto`. Verifying an
 * Ed25519 signature takes about 10 ms.
 */
export const portableCrypto: VerifierCrypto = {
  sha256: sha256Portable,
  hmacSha256: hmacSha256Portable,
  verifyEd25519: verifyEd25519Portable,
};
