import {
  CertificateEvidence,
  type IsolationCertificate,
  IssuedCertificate,
  type SignedCertificate,
} from "@veil/contracts/certificate";
import { canonicalJson, type JsonValue, sha256Hex } from "@veil/crypto";
import { sealedRecord } from "../../../platform/sealed-record.ts";

/**
 * SEALED_CERTIFICATE and SEALED_EVIDENCE seal the certificate and its evidence. Both boxes are
 * bound to the request.
 */
export const SEALED_CERTIFICATE = sealedRecord(IssuedCertificate, {
  context: "veil/certificate/v1",
  data: "isolation certificate",
  sealedBy: "gateway data key",
  kept: "`CERTIFICATE_DAYS` (365); until the account is deleted",
});
export const SEALED_EVIDENCE = sealedRecord(CertificateEvidence, {
  context: "veil/certificate-evidence/v1",
  data: "evidence of a certificate",
  sealedBy: "gateway data key",
  kept: "with the certificate",
});

/** A certificate with the signer's signature of its summary. */
export type StoredCertificate = IsolationCertificate & IssuedCertificate;

/**
 * The boxes of a certificate. Evidence has its own box because it is added later and has a tenth of
 * the size.
 */
interface Boxes {
  readonly certificate: Uint8Array;
  readonly evidence?: Uint8Array | undefined;
}

/**
 * Opens a stored certificate.
 * @throws VerificationError when a box belongs to another request, was changed, or has other
 * content
 */
export function openCertificate(
  key: Uint8Array,
  requestId: string,
  { certificate, evidence }: Boxes,
): StoredCertificate {
  const issued = SEALED_CERTIFICATE.open(key, requestId, certificate);
  return { ...issued, evidence: evidence ? SEALED_EVIDENCE.open(key, requestId, evidence) : null };
}

/**
 * Returns the hash that the log contains for a certificate: SHA-256 of its canonical form without
 * evidence.
 */
export function certificateHash({ signable, signature }: SignedCertificate): string {
  return sha256Hex(canonicalJson({ signable, signature } as unknown as JsonValue));
}
