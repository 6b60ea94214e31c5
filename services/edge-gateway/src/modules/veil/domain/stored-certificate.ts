import {
  CertificateSignature,
  IsolationCertificate,
  type IssuedCertificate,
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
import { type Static, Type } from "typebox";

/** The certificate, and the signer's signature of its summary. */
const StoredCertificate = Type.Object({
  ...IsolationCertificate.properties,
  summary_signature: CertificateSignature,
});
export type StoredCertificate = Static<typeof StoredCertificate>;

const parseStored = checkedJson(StoredCertificate);

/** A certificate at rest, sealed under `key` (32 bytes), bound to its request. Its evidence comes later. */
export function sealCertificate(key: Uint8Array, certificate: IssuedCertificate): Buffer {
  const stored: StoredCertificate = { ...certificate, evidence: null };
  const { request_id } = certificate.signable;
  return sealWithKey(key, Buffer.from(JSON.stringify(stored)), context(request_id));
}

/** @throws VerificationError when the box belongs to another request, was changed, or holds none */
export function openCertificate(
  key: Uint8Array,
  requestId: string,
  box: Uint8Array,
): StoredCertificate {
  const opened = openWithKey(key, box, context(requestId));
  return verifying("malformed", "Certificate: invalid content", () => parseStored(opened));
}

/** What the log holds of a certificate: SHA-256 over its canonical form, without the evidence. */
export function certificateHash({ signable, signature }: SignedCertificate): string {
  return sha256Hex(canonicalJson({ signable, signature } as unknown as JsonValue));
}

function context(requestId: string): string {
  return `veil/certificate/v1/${requestId}`;
}
