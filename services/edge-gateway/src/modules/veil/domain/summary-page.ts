import type { SummarizedClaim } from "@veil/contracts/certificate-summary";
import type { PublicSummaryResponse } from "@veil/contracts/public/certificate-summary";

/** A page for people, which needs no script and prints on paper. */
export function summaryPage({ summary, signature, in_log }: PublicSummaryResponse): string {
  const { isolation, components } = summary;
  return page(
    `Isolation certificate ${summary.request_id}`,
    `<h1>Isolation certificate</h1>
    <p>What each part of the gateway received and gave away for one request, as each part signed it.
    The texts themselves are not here and cannot be computed from it.</p>
    <h2>The request</h2>
    ${facts([
      ["Request", summary.request_id],
      ["Outcome", summary.call_status],
      ["Certified by", `${summary.issuer} (${summary.environment})`],
      ["Certified at", summary.issued_at],
      ["Personal data replaced", String(summary.redaction_count)],
      ["Detection layers", summary.sanitizer_layers.join(", ")],
      ["Personal data removed from the answer", summary.dlp_redacted ? "yes" : "no"],
      ["Calls to the provider", String(summary.attempts)],
    ])}
    <h2>What each part saw</h2>
    ${components.map(componentTable).join("\n")}
    <h2>Separation of the two sandboxes</h2>
    ${facts([
      ["From identity to content", isolation.a_to_b],
      ["From content to identity", isolation.b_to_a],
      ["Enforced by", isolation.enforced_by],
      ["Measured at", isolation.probed_at ?? "not measured"],
    ])}
    <h2>How to check it</h2>
    <p>The owner of the request downloads the certificate and checks it offline, with the published keys:
    <code>veil verify CERTIFICATE --manifest MANIFEST --pin KEY</code>. This page proves nothing by itself.</p>
    ${facts([
      ["SHA-256 of the certificate", summary.certificate_sha256],
      ["Signing key", signature.key_id],
      ["Key manifest", `version ${summary.manifest.version}, SHA-256 ${summary.manifest.sha256}`],
      ["Entry in the audit log", in_log ? "proven in the certificate" : "not yet"],
    ])}`,
  );
}

/** The same page before there is a certificate. */
export function pendingPage(requestId: string): string {
  return page(
    `Isolation certificate ${requestId}`,
    `<h1>Isolation certificate</h1>
    <p>The certificate of request ${escaped(requestId)} is being made. Load this page again in a few seconds.</p>`,
  );
}

function componentTable({ component, at, key_id, received, emitted }: SummarizedClaim): string {
  const rows = (direction: string, passed: SummarizedClaim["received"]) =>
    passed.map((one) =>
      cells([direction, one.class, one.peer, String(one.items), String(one.bytes)]),
    );
  return `<table>
      <caption>${escaped(component)}, at ${escaped(at)}, signed with key ${escaped(key_id)}</caption>
      <thead><tr>${["Direction", "Class", "Other end", "Items", "Bytes"]
        .map((name) => `<th scope="col">${name}</th>`)
        .join("")}</tr></thead>
      <tbody>${[...rows("received", received), ...rows("gave", emitted)].join("")}</tbody>
    </table>`;
}

function cells(values: readonly string[]): string {
  return `<tr>${values.map((value) => `<td>${escaped(value)}</td>`).join("")}</tr>`;
}

function facts(entries: readonly (readonly [string, string])[]): string {
  const listed = entries.map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`,
  );
  return `<dl>${listed.join("")}</dl>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:,">
    <style>${SUMMARY_STYLE}</style>
  </head>
  <body><main>
    ${body}
  </main></body>
</html>
`;
}

/** The only style of the page; its hash stands in the content security policy. */
export const SUMMARY_STYLE = `body{font:1rem/1.5 system-ui,sans-serif;color:#111;background:#fff;margin:2rem}
main{max-width:52rem;margin:auto}
table{border-collapse:collapse;width:100%;margin:1rem 0}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;border-bottom:1px solid #767676;padding:.25rem .5rem}
dl{display:grid;grid-template-columns:minmax(12rem,1fr) 2fr;gap:.25rem 1rem}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
@media print{body{margin:0}table{break-inside:avoid}}`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? "");
}
