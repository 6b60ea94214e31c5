import {
  CertificateEvidence,
  type IsolationCertificate,
  IssuedCertificate,
  type SignedCertificate,
} from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import {
  canonicalJson,
  type JsonValue,
  openWithKey,
  sealWithKey,
  sha256Hex,
  verifying,
} from "@veil/crypto";

const parseIssued = checkedJson(IssuedCertificate);
const parseEvidence = checkedJson(CertificateEvidence);

/** The certificate, and the signer's signature of its summary. */
export type StoredCertificate = IsolationCertificate & IssuedCertificate;

/** Two boxes: evidence comes later, and is a tenth of the size. */
interface Boxes {
  readonly certificate: Uint8Array;
  readonly evidence?: Uint8Array | undefined;
}

/** A certificate at rest, sealed under `key` (32 bytes), bound to its request. */
export function sealCertificate(key: Uint8Array, certificate: IssuedCertificate): Buffer {
  const { request_id } = certificate.signable;
  return sealWithKey(key, Buffer.from(JSON.stringify(certificate)), certificateContext(request_id));
}

export function sealEvidence(
  key: Uint8Array,
  requestId: string,
  evidence: CertificateEvidence,
): Buffer {
  return sealWithKey(key, Buffer.from(JSON.stringify(evidence)), evidenceContext(requestId));
}

/** @throws VerificationError when a box belongs to another request, was changed, or holds something else */
export function openCertificate(
  key: Uint8Array,
  requestId: string,
  { certificate, evidence }: Boxes,
): StoredCertificate {
  const opened = openWithKey(key, certificate, certificateContext(requestId));
  const issued = verifying("malformed", "Certificate: invalid content", () => parseIssued(opened));
  return { ...issued, evidence: evidence ? openEvidence(key, requestId, evidence) : null };
}

function openEvidence(key: Uint8Array, requestId: string, box: Uint8Array): CertificateEvidence {
  const opened = openWithKey(key, box, evidenceContext(requestId));
  return verifying("malformed", "Evidence: invalid content", () => parseEvidence(opened));
}

/** What the log holds of a certificate: SHA-256 over its canonical form, without the evidence. */
export function certificateHash({ signable, signature }: SignedCertificate): string {
  return sha256Hex(canonicalJson({ signable, signature } as unknown as JsonValue));
}

function certificateContext(requestId: string): string {
  return `veil/certificate/v1/${requestId}`;
}

function evidenceContext(requestId: string): string {
  return `veil/certificate-evidence/v1/${requestId}`;
}
