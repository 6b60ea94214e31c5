import type { IsolationCertificate } from "@veil/contracts/certificate";
import type { ClaimItem } from "@veil/contracts/claims";
import type { CertificateSummary } from "@veil/contracts/public/certificate-summary";
import { certificateHash } from "./stored-certificate.ts";

/** What anyone may know of a certificate. */
export function certificateSummary(certificate: IsolationCertificate): CertificateSummary {
  const { signable, signature, evidence } = certificate;
  const { reports: _reports, ...isolation } = signable.isolation;
  return {
    ...{ request_id: signable.request_id, status: "issued", call_status: signable.status },
    ...{ issuer: signable.issuer, environment: signable.environment },
    ...{ issued_at: signable.issued_at, manifest: signable.manifest },
    ...{ signing_key_id: signature.key_id, certificate_sha256: certificateHash(certificate) },
    ...{ in_log: evidence !== null, isolation },
    ...{ dlp_redacted: signable.dlp_redacted, redaction_count: signable.redaction_count },
    ...{ sanitizer_layers: signable.sanitizer_layers, attempts: signable.attempts },
    components: signable.claims.map(({ claim, batch }) => ({
      ...{ component: claim.component, key_id: batch.key_id, at: claim.at },
      ...{ received: passed(claim.received), emitted: passed(claim.emitted) },
    })),
  };
}

type Passed = CertificateSummary["components"][number]["received"];

function passed(items: readonly ClaimItem[]): Passed {
  const byKind = new Map<string, Passed[number]>();
  for (const { class: kind, peer, bytes } of items) {
    const name = `${kind} ${peer}`;
    const known = byKind.get(name) ?? { class: kind, peer, items: 0, bytes: 0 };
    byKind.set(name, { ...known, items: known.items + 1, bytes: known.bytes + bytes });
  }
  return [...byKind.values()];
}
