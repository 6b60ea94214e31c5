import type { CertificateEvidence, SignedCertificate } from "@veil/contracts/certificate";
import type { PinnedKey } from "@veil/crypto";
import { createNodeCrypto } from "@veil/veil";
import { type VerifierCrypto, verifyEvidence } from "@veil/veil/verifier";

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
  const keys = { log, witnesses: [], crypto: rememberingLast(createNodeCrypto()) };
  return (certificate, evidence) => verifyEvidence({ ...certificate, evidence }, keys);
}

/** The evidence of one batch has one checkpoint: its signature is verified once. */
function rememberingLast(crypto: VerifierCrypto): VerifierCrypto {
  let last: string | undefined;
  return {
    ...crypto,
    verifyEd25519(...parts) {
      const name = parts.map((part) => Buffer.from(part).toString("hex")).join(".");
      if (name === last) return true;
      const isValid = crypto.verifyEd25519(...parts);
      if (isValid) last = name;
      return isValid;
    },
  };
}
