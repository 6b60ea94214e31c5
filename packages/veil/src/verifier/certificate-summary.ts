import type { SignedCertificate } from "@veil/contracts/certificate";
import {
  type CertificateSummary,
  SUMMARY_TYPES,
  type SummarizedClaim,
} from "@veil/contracts/certificate-summary";
import type { ClaimItem } from "@veil/contracts/claims";
import { canonicalJson, type JsonValue } from "@veil/crypto/portable";

/**
 * Returns the public summary of a certificate. Signer and gateway compute it from the certificate
 * and store only what signs it, so its form must never change under the same type tag.
 * @param certificateSha256 - see `certificateHash`
 */
export function certificateSummary(
  signable: SignedCertificate["signable"],
  certificateSha256: string,
): CertificateSummary {
  const { protocol_version, issuer, environment, issued_at, manifest, request_id } = signable;
  const { a_to_b, b_to_a, enforced_by, probed_at } = signable.isolation;
  const { dlp_redacted, redaction_count, sanitizer_layers, attempts } = signable;
  return {
    ...{
      type: SUMMARY_TYPES[protocol_version],
      protocol_version,
      issuer,
      environment,
      issued_at,
      manifest,
    },
    ...{ request_id, call_status: signable.status },
    certificate_sha256: certificateSha256,
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
