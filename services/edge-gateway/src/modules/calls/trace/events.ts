import type { InferenceEnd, UsageDetails } from "@veil/contracts/inference";
import { type JobEvent, jobEvent } from "../../audit/index.ts";
import { type Counts, total } from "../scanning/scan-outbound.ts";

/** Native calls, and those of the SDK endpoints, which have no job. */
export type CallKind = "PROXY" | "SDK";

interface Ended {
  readonly kind: CallKind;
  readonly jobId?: string;
}

export function inferenceEvent({ kind, jobId }: Ended, result: InferenceEnd, now: Date): JobEvent {
  const latency_ms = String(result.latency_ms);
  const job = { ...(jobId !== undefined && { job_id: jobId }) };
  if (result.outcome === "failed") {
    const payload = { ...job, error_type: result.reason, latency_ms };
    return jobEvent(`${kind}_INFERENCE_FAILED`, payload, now);
  }
  const { model_used, stop_reason, input_tokens, output_tokens, usage_details = {} } = result;
  const payload = {
    ...job,
    model: printable(model_used, 128),
    stop_reason: printable(stop_reason, 64),
    input_tokens: String(input_tokens),
    output_tokens: String(output_tokens),
    ...cachedTokens(usage_details),
    latency_ms,
  };
  return jobEvent(`${kind}_INFERENCE_COMPLETED`, payload, now);
}

const OF_CACHES = ["cache_creation_input_tokens", "cache_read_input_tokens"] as const;

function cachedTokens(details: UsageDetails): Partial<Record<(typeof OF_CACHES)[number], string>> {
  const counted = OF_CACHES.filter(
    (name) => typeof details[name] === "number" && details[name] > 0,
  );
  return Object.fromEntries(counted.map((name) => [name, String(details[name])]));
}

/** Returns no event when nothing was found. */
export function outboundEvents(
  { kind, jobId }: Ended,
  counts: Counts,
  now: Date,
): readonly JobEvent[] {
  const matches = total(counts);
  if (matches === 0) return [];
  const payload = {
    ...(jobId !== undefined && { job_id: jobId }),
    match_count: String(matches),
    detected_types: countsText(counts),
    severity: "high",
  };
  return [jobEvent(`${kind}_DLP_OUTBOUND_MATCH`, payload, now)];
}

export function lateEvent(jobId: string, result: InferenceEnd, now: Date): JobEvent {
  const { outcome, latency_ms, attempts } = result;
  const payload = {
    job_id: jobId,
    outcome,
    latency_ms: String(latency_ms),
    attempts: String(attempts),
    ...(outcome === "failed" && { error_type: result.reason }),
  };
  return jobEvent("PROXY_INFERENCE_LATE", payload, now);
}

/** Returns at most `most` printable ASCII characters of the provider's text, for a log. */
function printable(text: string, most: number): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, most);
}

/** Counts by type as one payload text: `EMAIL:2,IBAN:1`. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([type, count]) => `${type}:${count}`)
    .join(",")
    .slice(0, 256);
}
