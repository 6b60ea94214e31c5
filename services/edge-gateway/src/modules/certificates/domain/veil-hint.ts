import type { VeilHint } from "@veil/contracts/public/proxy";

/** Says where the certificate of a request is. */
export function veilHint(requestId: string): VeilHint {
  const certificate_url = `/api/v1/veil/certificate/${requestId}`;
  return { status: "available", certificate_url, summary_url: `${certificate_url}/summary` };
}
