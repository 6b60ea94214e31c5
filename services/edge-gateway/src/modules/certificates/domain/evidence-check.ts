import type { PinnedKey } from "@veil/crypto";
import { createNodeCrypto } from "@veil/veil";
import { type LoggedCertificate, type LogKeys, verifyEvidence } from "@veil/veil/verifier";

/** @throws VerificationError for evidence of another certificate, or of a log not trusted here */
export type EvidenceCheck = (certificate: LoggedCertificate) => void;

const OPENED_MAX = 16;

/**
 * Runs the verifier's steps with the keys of the trust bundle. Readers of a certificate pin the
 * witnesses.
 * @param trusted - the pinned keys of all services
 */
export function createEvidenceCheck(trusted: readonly PinnedKey[]): EvidenceCheck {
  const log = trusted
    .filter(({ service, purpose }) => service === "audit" && purpose === "checkpoint")
    .map(({ public_key }) => Buffer.from(public_key, "hex"));
  // The evidence of one batch has one checkpoint.
  const opened: LogKeys["opened"] = new Map();
  const keys = { log, witnesses: [], crypto: createNodeCrypto(), opened };
  return (certificate) => {
    if (opened.size > OPENED_MAX) opened.clear();
    verifyEvidence(certificate, keys);
  };
}
