import type { FailureReason, InferenceJob, Message } from "@veil/contracts/inference";
import { parseTemplate, renderedLength, renderTemplate } from "@veil/template";
import type { Provider, ProviderRequest } from "../ports.ts";
import { type ProviderKeys, type UsableKey, usableKey } from "./credentials.ts";
import type { ProviderEndpoint } from "./provider-table.ts";

export interface PrepareInferenceDeps {
  readonly providerKeys: ProviderKeys;
  readonly providerAt: (endpoint: ProviderEndpoint) => Provider;
  readonly maxAttempts: number;
  readonly nowMs: () => number;
}

export interface Prepared {
  readonly deadlineMs: number;
  readonly provider: Provider;
  readonly providerName: string;
  readonly request: Omit<ProviderRequest, "timeoutMs" | "signal">;
}

/** All checks before a byte is sent, in this order. */
export function prepareInference(
  job: InferenceJob,
  attempt: number,
  deps: PrepareInferenceDeps,
): Prepared | FailureReason {
  const deadlineMs = Date.parse(job.deadline);
  if (Number.isNaN(deadlineMs)) return "job_unreadable";
  if (deps.nowMs() >= deadlineMs) return "deadline_passed";
  if (attempt > deps.maxAttempts) return "attempts_exhausted";
  const messages = messagesOf(job);
  if (messages === undefined) return "job_unreadable";
  const key = usableKey(job.credential, deps.providerKeys);
  if (key === undefined) return "credential_unusable";
  return {
    deadlineMs,
    provider: deps.providerAt(key.endpoint),
    providerName: key.endpoint.name,
    request: requestOf(job, messages, key),
  };
}

/** Far above the gateway's limit: a longer prompt is a mistake or an attack on memory. */
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

function requestOf(job: InferenceJob, messages: readonly Message[], key: UsableKey) {
  return {
    apiKey: key.apiKey,
    model: job.model ?? key.endpoint.defaultModel,
    messages,
    maxTokens: job.max_tokens,
    ...(job.temperature !== undefined && { temperature: job.temperature }),
    endUserId: job.end_user_id,
  };
}
