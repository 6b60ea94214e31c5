import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { PinnedKey } from "@veil/crypto";
import { createNodeCrypto, verifyNoteBytes, verifyPinnedManifest } from "@veil/veil";
import {
  type CertificateOutcome,
  type LoggedCertificate,
  type LogKeys,
  tryCertificate,
  verifyEvidence,
} from "@veil/veil/verifier";

/**
 * Checks evidence.
 * @throws VerificationError for evidence of another certificate or of an untrusted log
 */
export type EvidenceCheck = (certificate: LoggedCertificate) => void;

const OPENED_MAX = 16;

/**
 * Creates a check that runs the verifier's steps with the keys of the trust bundle. It pins no
 * witnesses; readers of a certificate do that.
 * @param trusted - the pinned keys of all services
 */
export function createEvidenceCheck(trusted: readonly PinnedKey[]): EvidenceCheck {
  const log = trusted
    .filter(({ service, purpose }) => service === "audit" && purpose === "checkpoint")
    .map(({ public_key }) => Buffer.from(public_key, "hex"));
  // Caches opened checkpoints, because all evidence of a batch has the same checkpoint.
  const opened: LogKeys["opened"] = new Map();
  const keys = { log, witnesses: [], crypto: createNodeCrypto(), opened };
  return (certificate) => {
    if (opened.size > OPENED_MAX) opened.clear();
    verifyEvidence(certificate, keys);
  };
}

/**
 * Verifies the manifest that the gateway publishes with the keys that it lists for its signers, so
 * the result is only the operator's own statement.
 * @throws VerificationError
 */
export function verifyPublished(manifest: VeilKeysManifest): void {
  verifyPinnedManifest(manifest, pinsOf(manifest), verifyNoteBytes);
}

/**
 * Checks a certificate against the manifest that the gateway itself publishes, so the result is
 * only the operator's own statement. It pins no witnesses, and trusts the keys in the manifest that
 * signed the manifest.
 */
export function checkByPublished(
  certificate: Uint8Array,
  manifest: VeilKeysManifest,
): CertificateOutcome {
  const files = { certificate, manifest: Buffer.from(JSON.stringify(manifest)) };
  const pins = pinsOf(manifest);
  return tryCertificate(files, { pins, witnesses: [], crypto: createNodeCrypto() });
}

function pinsOf(manifest: VeilKeysManifest) {
  const signers = signersOf(manifest);
  return manifest.keys
    .filter(({ key_id }) => signers.has(key_id))
    .map(({ key_id, public_key }) => ({
      ...{ keyId: key_id, publicKey: Buffer.from(public_key, "hex") },
    }));
}

function signersOf(manifest: VeilKeysManifest): ReadonlySet<string> {
  if (!("signatures" in manifest)) return new Set([manifest.signing_key_id]);
  return new Set(Object.values(manifest.signatures).map(({ key_id }) => key_id));
}
