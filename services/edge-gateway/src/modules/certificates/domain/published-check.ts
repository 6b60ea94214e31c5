import type { VeilKeysManifest } from "@veil/contracts/signer";
import { createNodeCrypto } from "@veil/veil";
import { type CertificateOutcome, tryCertificate } from "@veil/veil/verifier";

/**
 * Checks a certificate against the manifest that the gateway itself publishes: the operator's own
 * word. It pins no witness, and takes the keys that signed the manifest from the manifest.
 */
export function checkByPublished(
  certificate: Uint8Array,
  manifest: VeilKeysManifest,
): CertificateOutcome {
  const signers = signersOf(manifest);
  const pins = manifest.keys
    .filter(({ key_id }) => signers.has(key_id))
    .map(({ key_id, public_key }) => ({
      ...{ keyId: key_id, publicKey: Buffer.from(public_key, "hex") },
    }));
  const files = { certificate, manifest: Buffer.from(JSON.stringify(manifest)) };
  return tryCertificate(files, { pins, witnesses: [], crypto: createNodeCrypto() });
}

function signersOf(manifest: VeilKeysManifest): ReadonlySet<string> {
  if (!("signatures" in manifest)) return new Set([manifest.signing_key_id]);
  return new Set(Object.values(manifest.signatures).map(({ key_id }) => key_id));
}
