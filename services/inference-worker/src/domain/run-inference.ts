import type { FailureReason, InferenceJob, InferenceResult } from "@veil/contracts/inference";
import { parseTemplate, renderedLength, renderTemplate } from "@veil/template";
import { type Provider, type ProviderAnswer, ProviderError } from "../ports.ts";
import { backOffMs } from "./back-off.ts";
import { type KeyRing, type UsableKey, usableKey } from "./credentials.ts";
import type { ProviderEndpoint } from "./provider-table.ts";

export interface RunDeps {
  readonly keyRing: KeyRing;
  readonly providerAt: (endpoint: ProviderEndpoint) => Provider;
  /** Deliveries that may ask a provider. */
  readonly maxAttempts: number;
  readonly nowMs: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Ends early, without an error, when the worker stops. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Undefined: deliver the job once more, as the next attempt. */
export type RunOutcome = InferenceResult | undefined;

/**
 * Runs one delivery of a job: at most one call to a provider. Deliveries beyond `maxAttempts` make none,
 * so the count of deliveries bounds the calls through any crash.
 */
export async function runInference(
  job: InferenceJob,
  attempt: number,
  deps: RunDeps,
): Promise<RunOutcome> {
  const callsBefore = Math.min(attempt - 1, deps.maxAttempts);
  const prepared = prepare(job, attempt, deps);
  if (typeof prepared === "string") return failed(prepared, callsBefore);
  const startedAtMs = deps.nowMs();
  const facts = () => ({
    latency_ms: Math.max(0, Math.round(deps.nowMs() - startedAtMs)),
    attempts: attempt,
    provider: prepared.key.endpoint.name,
  });
  try {
    const answer = await ask(job, prepared, deps);
    return { outcome: "completed", ...resultOf(answer), ...facts() };
  } catch (error) {
    const { failure, retryAfterMs } = asProviderError(error);
    if (deps.nowMs() >= prepared.deadlineMs)
      return { outcome: "failed", reason: "deadline_passed", ...facts() };
    if (failure === "unavailable" && attempt < deps.maxAttempts) {
      const waitMs = backOffMs(attempt, retryAfterMs, deps.random);
      if (deps.nowMs() + waitMs < prepared.deadlineMs) {
        await deps.wait(waitMs);
        return undefined;
      }
    }
    return { outcome: "failed", reason: REASON[failure], ...facts() };
  }
}

const REASON = {
  refused: "provider_refused",
  unavailable: "provider_unavailable",
  unreadable: "provider_answer_unreadable",
} as const satisfies Record<ProviderError["failure"], FailureReason>;

interface Prepared {
  readonly deadlineMs: number;
  readonly prompt: string;
  readonly key: UsableKey;
}

/** Everything that is checked before a byte leaves, in this order. */
function prepare(job: InferenceJob, attempt: number, deps: RunDeps): Prepared | FailureReason {
  const deadlineMs = Date.parse(job.deadline);
  if (Number.isNaN(deadlineMs)) return "job_unreadable";
  if (deps.nowMs() >= deadlineMs) return "deadline_passed";
  if (attempt > deps.maxAttempts) return "attempts_exhausted";
  const prompt = renderPrompt(job);
  if (prompt === undefined) return "job_unreadable";
  const key = usableKey(job.credential, deps.keyRing);
  if (key === undefined) return "credential_unusable";
  return { deadlineMs, prompt, key };
}

/** Far above what the gateway lets through: a longer prompt is a mistake or an attack on this memory. */
const MAX_PROMPT_CHARS = 32 * 1024 * 1024;

function renderPrompt({ prompt_template, context }: InferenceJob): string | undefined {
  try {
    const values = new Map(context.map(({ name, text }) => [name, text]));
    const template = parseTemplate(prompt_template);
    const length = renderedLength(template, (name) => values.get(name)?.length ?? 0);
    return length > MAX_PROMPT_CHARS ? undefined : renderTemplate(template, values);
  } catch {
    return undefined;
  }
}

function ask(job: InferenceJob, prepared: Prepared, deps: RunDeps): Promise<ProviderAnswer> {
  const { endpoint, apiKey } = prepared.key;
  return deps.providerAt(endpoint).complete({
    apiKey,
    model: job.model ?? endpoint.defaultModel,
    prompt: prepared.prompt,
    maxTokens: job.max_tokens,
    ...(job.temperature !== undefined && { temperature: job.temperature }),
    endUserId: job.end_user_id,
    timeoutMs: prepared.deadlineMs - deps.nowMs(),
  });
}

function resultOf({ text, model, stopReason, inputTokens, outputTokens }: ProviderAnswer) {
  return {
    text,
    model_used: model,
    stop_reason: stopReason,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  throw error;
}

function failed(reason: FailureReason, attempts: number): InferenceResult {
  return { outcome: "failed", reason, latency_ms: 0, attempts };
}
