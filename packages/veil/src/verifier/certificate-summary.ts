import type { SignedCertificate } from "@veil/contracts/certificate";
import {
  type CertificateSummary,
  SUMMARY_TYPE,
  type SummarizedClaim,
} from "@veil/contracts/certificate-summary";
import type { ClaimItem } from "@veil/contracts/claims";
import {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  type Sha256,
} from "@veil/crypto/portable";
import { toHex } from "../hex.ts";
import { certificateBytes } from "./certificate-bytes.ts";

/**
 * Returns the public summary of a certificate. Signer and gateway compute it from the certificate
 * and store only the signature, so its form must never change under the same type tag.
 * @param texts - the canonical texts of parts of the certificate
 */
export function certificateSummary(
  { signable, signature }: SignedCertificate,
  sha256: Sha256,
  texts?: CanonicalTexts,
): CertificateSummary {
  const { protocol_version, issuer, environment, issued_at, manifest, request_id } = signable;
  const { a_to_b, b_to_a, enforced_by, probed_at } = signable.isolation;
  const { dlp_redacted, redaction_count, sanitizer_layers, attempts } = signable;
  return {
    ...{ type: SUMMARY_TYPE, protocol_version, issuer, environment, issued_at, manifest },
    ...{ request_id, call_status: signable.status },
    certificate_sha256: toHex(sha256(certificateBytes({ signable, signature }, texts))),
    isolation: { a_to_b, b_to_a, enforced_by, probed_at },
    ...{ dlp_redacted, redaction_count, sanitizer_layers, attempts },
    components: signable.claims.map(({ claim, batch }) => ({
      ...{ component: claim.component, key_id: batch.key_id, at: claim.at },
      ...{ received: passed(claim.received), emitted: passed(claim.emitted) },
    })),
  };
}

/** Returns the bytes that the signature of a summary covers: canonical JSON (RFC 8785). */
export function summaryBytes(summary: CertificateSummary): Uint8Array {
  return new TextEncoder().encode(canonicalJson(summary as unknown as JsonValue));
}

type Passed = SummarizedClaim["received"];

function passed(items: readonly ClaimItem[]): Passed {
  const byKind = new Map<string, Passed[number]>();
  for (const { class: kind, peer, bytes } of items) {
    const name = `${kind} ${peer}`;
    const known = byKind.get(name) ?? { class: kind, peer, items: 0, bytes: 0 };
    byKind.set(name, { ...known, items: known.items + 1, bytes: known.bytes + bytes });
  }
  return [...byKind.values()];
}
