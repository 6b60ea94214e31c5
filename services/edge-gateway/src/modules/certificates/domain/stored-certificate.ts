import {
  CertificateEvidence,
  type IsolationCertificate,
  IssuedCertificate,
} from "@veil/contracts/certificate";
import type { SignedSummary } from "@veil/contracts/certificate-summary";
import { sha256 } from "@veil/crypto";
import { certificateOf } from "@veil/veil";
import { certificateHash, certificateSummary } from "@veil/veil/verifier";
import { type Sealing, sealedRecord } from "../../../platform/sealed-record.ts";
import type { IssuedRow } from "../ports.ts";
import { SEALED_RECORD } from "./pending-certificate.ts";
import { claimsIn, opened, readBatch, signedClaims } from "./stored-batch.ts";

/**
 * SEALED_CERTIFICATE seals a certificate of version 1, and SEALED_EVIDENCE the evidence of such a
 * certificate or of a batch. The boxes are bound to the request or to the batch.
 */
export const SEALED_CERTIFICATE = sealedRecord(IssuedCertificate, {
  context: "veil/certificate/v1",
  data: "isolation certificate of version 1",
  sealedBy: "gateway data key",
  kept: "`CERTIFICATE_DAYS` (365); until the account is deleted",
});
export const SEALED_EVIDENCE = sealedRecord(CertificateEvidence, {
  context: "veil/certificate-evidence/v1",
  data: "evidence of certificates",
  sealedBy: "gateway data key",
  kept: "with the certificates",
});

/** A certificate with its signed summary. */
export interface StoredCertificate {
  readonly certificate: IsolationCertificate;
  readonly summary: SignedSummary;
}

/**
 * Opens a stored certificate, and assembles it from its record and its batch.
 * @throws VerificationError when a box belongs to another request, was changed, or has other
 * content
 */
export function openCertificate(
  sealing: Sealing,
  requestId: string,
  row: IssuedRow,
): StoredCertificate {
  return "certificate" in row
    ? openSingle(sealing, requestId, row)
    : openOfBatch(sealing, requestId, row);
}

function openSingle(
  sealing: Sealing,
  requestId: string,
  { certificate: box, evidence }: Extract<IssuedRow, { certificate: Uint8Array }>,
): StoredCertificate {
  const { summary_signature, ...signed } = SEALED_CERTIFICATE.open(sealing, requestId, box);
  const hash = certificateHash(signed, sha256);
  return {
    certificate: { ...signed, evidence: openEvidence(sealing, requestId, evidence) },
    summary: {
      summary: certificateSummary(signed.signable, hash),
      signature: summary_signature,
    },
  };
}

function openOfBatch(
  sealing: Sealing,
  requestId: string,
  { record: box, batchId, signed, place, evidence }: Extract<IssuedRow, { record: Uint8Array }>,
): StoredCertificate {
  const { facts, salts, ...record } = SEALED_RECORD.open(sealing, requestId, box);
  const batch = readBatch(signed);
  const [index = -1, ...indexes] = place;
  const claims = signedClaims(record, claimsIn(batch), indexes);
  const { certificate, summary } = certificateOf({ ...facts, claims, salts }, opened(batch), index);
  return {
    certificate: { ...certificate, evidence: openEvidence(sealing, batchId, evidence) },
    summary,
  };
}

function openEvidence(
  sealing: Sealing,
  owner: string,
  box: Uint8Array | undefined,
): CertificateEvidence | null {
  return box === undefined ? null : SEALED_EVIDENCE.open(sealing, owner, box);
}
