import type { SvcCompliance } from "@veil/contracts/public/sdk";
import {
  type DirectAnswer,
  detectionLayers,
  type OpenCall,
  type StreamEnd,
  type StreamStart,
} from "../../calls/index.ts";
import { veilHint } from "../../certificates/index.ts";

/** Returns the metadata that is known before the answer. */
function basicCompliance({ input, prepared, draft }: OpenCall) {
  const { counts, layers } = prepared.sanitisation;
  return {
    request_id: input.trace.requestId,
    ...(draft && veilUrls(input.trace.requestId)),
    redaction_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    sanitizer_layers: detectionLayers(layers),
  };
}

type Answered = Pick<DirectAnswer, "dlpRedacted" | "relinked" | "trace"> & {
  readonly result: Pick<DirectAnswer["result"], "latency_ms">;
};

export function complianceOf(
  open: OpenCall,
  { result, dlpRedacted, relinked, trace }: Answered,
): SvcCompliance {
  return {
    ...basicCompliance(open),
    latency_ms: result.latency_ms,
    dlp_redacted: dlpRedacted,
    relinked,
    compliance_trace: trace,
  };
}

/**
 * Returns the metadata at the start of a stream, as far as it is known. `relinked` states whether
 * values will be restored. Nothing in a stream is redacted, so `dlp_redacted` is always false.
 */
export function startCompliance(open: OpenCall, { received, trace }: StreamStart): SvcCompliance {
  const { input, prepared } = open;
  const relinked = input.relink && prepared.sanitisation.findings > 0;
  return complianceOf(open, { result: received, relinked, trace, dlpRedacted: false });
}

/** Returns the metadata at the end of a stream. */
export function endCompliance(open: OpenCall, end: StreamEnd): SvcCompliance {
  return complianceOf(open, { ...end, dlpRedacted: false });
}

function veilUrls(requestId: string) {
  const { certificate_url, summary_url } = veilHint(requestId);
  return { veil_certificate_url: certificate_url, veil_summary_url: summary_url };
}
