import type { CertificateSummary, SummarizedClaim } from "@veil/contracts/certificate-summary";
import { type Fact, facts, type Section, type Table } from "./content.ts";
import { componentLabel, passedCells } from "./labels.ts";

/** Returns sections with all facts of a summary. */
export function summarySections(summary: CertificateSummary): readonly Section[] {
  return [
    { heading: "The request", blocks: [facts(requestFacts(summary))] },
    {
      heading: "What each part received and gave",
      blocks: summary.components.map((own) => ({ kind: "table", table: componentTable(own) })),
    },
    { heading: "Separation of the two sandboxes", blocks: [facts(isolationFacts(summary))] },
    { heading: "The certificate behind this summary", blocks: [facts(certificateFacts(summary))] },
  ];
}

function requestFacts(summary: CertificateSummary): readonly Fact[] {
  return [
    ["Request", summary.request_id],
    ["Outcome", summary.call_status],
    ["Certified by", `${summary.issuer} (${summary.environment})`],
    ["Certified at", summary.issued_at],
    ["Personal data replaced", times(summary.redaction_count)],
    ["Detection layers", summary.sanitizer_layers.join(", ") || "none"],
    ["Personal data removed from the answer", summary.dlp_redacted ? "yes" : "no"],
    ["Calls to the provider", String(summary.attempts)],
  ];
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function isolationFacts({ isolation }: CertificateSummary): readonly Fact[] {
  return [
    ["From identity to content", isolation.a_to_b],
    ["From content to identity", isolation.b_to_a],
    ["Enforced by", isolation.enforced_by],
    ["Measured at", isolation.probed_at ?? "not measured"],
  ];
}

function certificateFacts({ certificate_sha256, manifest }: CertificateSummary): readonly Fact[] {
  return [
    ["SHA-256 of the certificate", certificate_sha256],
    ["Key manifest", `version ${manifest.version}`],
    ["SHA-256 of the key manifest", manifest.sha256],
  ];
}

function componentTable({ component, at, key_id, received, emitted }: SummarizedClaim): Table {
  return {
    caption: `${componentLabel(component)}, at ${at}, signed with key ${key_id}`,
    columns: ["Direction", "What", "Other end", "Items", "Bytes"],
    rows: [
      ...received.map((one) => passedCells("received", one)),
      ...emitted.map((one) => passedCells("gave", one)),
    ],
  };
}
