import {
  type Ed25519PublicKey,
  ed25519PublicKey,
  hmacSha256,
  sha256,
  verifyEd25519,
} from "@veil/crypto";
import type { VerifierCrypto } from "./verifier/verifier-crypto.ts";

const KNOWN_KEYS_MAX = 1_024;

/**
 * Creates the verifier's cryptography with `node:crypto`. It caches parsed public keys, because
 * parsing one takes longer than verifying a signature.
 */
export function createNodeCrypto(): VerifierCrypto {
  const known = new Map<string, Ed25519PublicKey>();

  function parsed(publicKey: Uint8Array): Ed25519PublicKey {
    const name = Buffer.from(publicKey).toString("hex");
    const key = known.get(name) ?? ed25519PublicKey(publicKey);
    if (known.size >= KNOWN_KEYS_MAX) known.clear();
    known.set(name, key);
    return key;
  }

  return {
    sha256,
    hmacSha256,
    verifyEd25519: (publicKey, message, signature) =>
      verifyEd25519(parsed(publicKey), message, signature),
  };
}
