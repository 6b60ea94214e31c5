import type { FailureReason } from "@veil/contracts/inference";
import type { GroundTruthEvaluation, ProxyResponse } from "@veil/contracts/public/proxy";
import { createRelinker } from "@veil/pii/relink";
import type { IsolationReport } from "../../ports/isolation.ts";
import type { JobRecord } from "../../ports/pipeline.ts";
import type { Answer } from "./answers.ts";
import type { RelinkMap } from "./relink-map.ts";
import { complianceTrace } from "./trace.ts";

/** What the customer is told: fixed phrases, never the provider's text. */
const FAILURE_PHRASE: Readonly<Record<FailureReason, string>> = {
  provider_refused: "The model provider refused the request",
  provider_unavailable: "The model provider could not be reached or did not answer",
  provider_answer_unreadable: "The model provider's answer could not be read",
  credential_unusable: "No usable provider key is available for this request",
  deadline_passed: "The deadline of the request passed before an answer was there",
  attempts_exhausted: "The request was interrupted too often and is not tried again",
  job_unreadable: "The request could not be read by the inference service",
};

interface ResponseParts {
  readonly job: JobRecord;
  readonly answer: Answer;
  /** Absent: no re-link, because it was not asked for or the map cannot be opened. */
  readonly map: RelinkMap | undefined;
  /** Absent: not the proving ground, or the map cannot be opened. */
  readonly evaluation: GroundTruthEvaluation | undefined;
  readonly isolation: IsolationReport;
  readonly now: Date;
}

/** The final answer of a job as the customer gets it. */
export function proxyResponse(parts: ResponseParts): ProxyResponse {
  const { job, answer, map, evaluation, isolation, now } = parts;
  const { result, form, dlpRedacted } = answer;
  const compliance_trace = complianceTrace({ job, answer, isolation, now });
  const { latency_ms } = result;
  const common = { compliance_trace, ...(evaluation && { ground_truth_evaluation: evaluation }) };
  if (result.outcome === "failed") {
    const error_message = FAILURE_PHRASE[result.reason];
    return { status: "JOB_STATUS_FAILED", latency_ms, error_message, ...common };
  }
  const parsed: unknown = form === "json" ? JSON.parse(result.text) : result.text;
  const { value, restored } = map ? relinked(parsed, map) : { value: parsed, restored: 0 };
  return {
    status: "JOB_STATUS_COMPLETED",
    result: value,
    model_used: result.model_used,
    latency_ms,
    dlp_redacted: dlpRedacted,
    relinked: restored > 0,
    ...common,
  };
}

function relinked(parsed: unknown, { entries, knownHosts }: RelinkMap) {
  const { relink } = createRelinker(entries, { knownHosts: new Set(knownHosts) });
  let restored = 0;
  const value = mapStrings(parsed, (written) => {
    const { text, restored: here } = relink(written);
    restored += here;
    return text;
  });
  return { value, restored };
}

/** Applies `change` to every string leaf. Keys stay: they are the model's words, not the customer's values. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]);
  return Object.fromEntries(entries);
}
