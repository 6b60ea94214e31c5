import { IsolationCertificate, type SignedCertificate } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import {
  canonicalJson,
  type JsonValue,
  openWithKey,
  sealWithKey,
  sha256Hex,
  verifying,
} from "@veil/crypto";

const parseCertificate = checkedJson(IsolationCertificate);

/** A certificate at rest, sealed under `key` (32 bytes), bound to its request. Its evidence comes later. */
export function sealCertificate(key: Uint8Array, certificate: SignedCertificate): Buffer {
  const stored: IsolationCertificate = { ...certificate, evidence: null };
  const { request_id } = certificate.signable;
  return sealWithKey(key, Buffer.from(JSON.stringify(stored)), context(request_id));
}

/** @throws VerificationError when the box belongs to another request, was changed, or holds none */
export function openCertificate(
  key: Uint8Array,
  requestId: string,
  box: Uint8Array,
): IsolationCertificate {
  const opened = openWithKey(key, box, context(requestId));
  return verifying("malformed", "Certificate: invalid content", () => parseCertificate(opened));
}

/** What the log holds of a certificate: SHA-256 over its canonical form, without the evidence. */
export function certificateHash({ signable, signature }: SignedCertificate): string {
  return sha256Hex(canonicalJson({ signable, signature } as unknown as JsonValue));
}

function context(requestId: string): string {
  return `veil/certificate/v1/${requestId}`;
}
