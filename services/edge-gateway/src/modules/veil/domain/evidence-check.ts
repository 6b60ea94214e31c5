import type { CertificateEvidence, SignedCertificate } from "@veil/contracts/certificate";
import type { PinnedKey } from "@veil/crypto";
import { createNodeCrypto, rememberSignatures } from "@veil/veil";
import { verifyEvidence } from "@veil/veil/verifier";

/** @throws VerificationError for evidence of another certificate, or not of a log that this deployment trusts */
export type EvidenceCheck = (certificate: SignedCertificate, evidence: CertificateEvidence) => void;

/**
 * The steps of the verifier, by the keys of the trust bundle. Witnesses are for those to pin who read a certificate.
 * @param trusted - pinned: of all services
 */
export function createEvidenceCheck(trusted: readonly PinnedKey[]): EvidenceCheck {
  const log = trusted
    .filter(({ service, purpose }) => service === "audit" && purpose === "checkpoint")
    .map(({ public_key }) => Buffer.from(public_key, "hex"));
  // The evidence of one batch has one checkpoint.
  const keys = { log, witnesses: [], crypto: rememberSignatures(createNodeCrypto()) };
  return (certificate, evidence) => verifyEvidence({ ...certificate, evidence }, keys);
}
