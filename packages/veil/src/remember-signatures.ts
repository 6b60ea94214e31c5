import { toHex } from "./hex.ts";
import type { VerifierCrypto } from "./verifier/verifier-crypto.ts";

const REMEMBERED_MAX = 4_096;
const [KEY_BYTES, SIGNATURE_BYTES] = [32, 64];

/**
 * Returns a version of `crypto` that verifies a valid signature only once. Use it to verify many
 * certificates, because they share batches, checkpoints and the manifest.
 */
export function rememberSignatures(crypto: VerifierCrypto): VerifierCrypto {
  const valid = new Set<string>();

  function remember(name: string): void {
    if (valid.size >= REMEMBERED_MAX) valid.clear();
    valid.add(name);
  }

  return {
    ...crypto,
    verifyEd25519(publicKey, message, signature) {
      const verify = () => crypto.verifyEd25519(publicKey, message, signature);
      // Does not cache other lengths, because different inputs could then have the same name.
      if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return verify();
      const given = new Uint8Array(KEY_BYTES + SIGNATURE_BYTES + message.length);
      given.set(publicKey);
      given.set(signature, KEY_BYTES);
      given.set(message, KEY_BYTES + SIGNATURE_BYTES);
      const name = toHex(crypto.sha256(given));
      if (valid.has(name)) return true;
      const isValid = verify();
      if (isValid) remember(name);
      return isValid;
    },
  };
}
