import type {
  Dialect,
  FailureReason,
  InferenceJob,
  Message,
  ProviderCredential,
} from "@veil/contracts/inference";
import { parseTemplate, renderedLength, renderTemplate } from "@veil/contracts/template";
import type { Provider, ProviderRequest } from "../ports.ts";
import { type ProviderKeys, usableKey } from "./credentials.ts";
import { hasFittingParameters, optionsOf } from "./job-parameters.ts";
import { endpointIn, type ProviderEndpoint } from "./provider-table.ts";

export interface PrepareInferenceDeps {
  readonly providerKeys: ProviderKeys;
  readonly providerAt: (endpoint: ProviderEndpoint) => Provider;
  readonly maxAttempts: number;
  readonly nowMs: () => number;
}

/** A provider and the key with which it may be called. */
export interface PreparedAccess {
  readonly deadlineMs: number;
  readonly provider: Provider;
  readonly providerName: string;
  readonly apiKey: string;
}

export interface PreparedInference extends PreparedAccess {
  readonly request: Omit<ProviderRequest, "timeoutMs" | "signal">;
}

/**
 * Checks a job before anything is sent. The order of the checks decides which reason is returned.
 */
export function prepareInference(
  job: InferenceJob,
  attempt: number,
  deps: PrepareInferenceDeps,
): PreparedInference | FailureReason {
  const deadlineMs = Date.parse(job.deadline);
  if (Number.isNaN(deadlineMs)) return "job_unreadable";
  if (deps.nowMs() >= deadlineMs) return "deadline_passed";
  if (attempt > deps.maxAttempts) return "attempts_exhausted";
  const messages = messagesOf(job);
  if (messages === undefined || !hasFittingParameters(job)) return "job_unreadable";
  const key = keyFor({ ...job, dialect: "messages" in job ? job.dialect : undefined }, deps);
  if (typeof key === "string") return key;
  return { ...accessOf(key, deadlineMs, deps), request: requestOf(job, messages, key) };
}

export interface AccessRequest {
  readonly job_request_id: string;
  readonly credential: ProviderCredential;
  /** The dialect of the job; undefined if any dialect is acceptable, as for a template. */
  readonly dialect: Dialect | undefined;
}

export function prepareAccess(
  request: AccessRequest,
  deadlineMs: number,
  attempt: number,
  deps: PrepareInferenceDeps,
): PreparedAccess | FailureReason {
  if (deps.nowMs() >= deadlineMs) return "deadline_passed";
  if (attempt > deps.maxAttempts) return "attempts_exhausted";
  const key = keyFor(request, deps);
  return typeof key === "string" ? key : accessOf(key, deadlineMs, deps);
}

/** The operator's or a customer's key, and the endpoint to which it belongs. */
interface KeyAt {
  readonly endpoint: ProviderEndpoint;
  readonly apiKey: string;
}

function keyFor(
  { job_request_id, credential, dialect }: AccessRequest,
  { providerKeys }: PrepareInferenceDeps,
): KeyAt | FailureReason {
  const key = usableKey(credential, job_request_id, providerKeys);
  if (key === undefined) return "credential_unusable";
  const endpoint = endpointIn(key.provider, dialect);
  return endpoint === undefined ? "dialect_unsupported" : { endpoint, apiKey: key.apiKey };
}

function accessOf(
  { endpoint, apiKey }: KeyAt,
  deadlineMs: number,
  { providerAt }: PrepareInferenceDeps,
): PreparedAccess {
  return { deadlineMs, provider: providerAt(endpoint), providerName: endpoint.name, apiKey };
}

/**
 * Far above the gateway's limit. A longer prompt is a mistake or an attempt to exhaust the memory.
 */
const MAX_PROMPT_CHARS = 32 * 1024 * 1024;

function messagesOf(job: InferenceJob): readonly Message[] | undefined {
  if ("messages" in job) return job.messages;
  const { prompt_template, context } = job;
  try {
    const values = new Map(context.map(({ name, text }) => [name, text]));
    const template = parseTemplate(prompt_template);
    const length = renderedLength(template, (name) => values.get(name)?.length ?? 0);
    if (length > MAX_PROMPT_CHARS) return undefined;
    const text = renderTemplate(template, values);
    return [{ role: "user", content: [{ type: "text", text }] }];
  } catch {
    return undefined;
  }
}

function requestOf(job: InferenceJob, messages: readonly Message[], key: KeyAt) {
  return {
    apiKey: key.apiKey,
    model: job.model ?? key.endpoint.defaultModel,
    messages,
    ...(job.max_tokens !== undefined && { maxTokens: job.max_tokens }),
    ...(job.temperature !== undefined && { temperature: job.temperature }),
    options: optionsOf(job),
    endUserId: job.end_user_id,
  };
}
