import type { FailureReason, InferenceJob, InferenceResult } from "@veil/contracts/inference";
import { type ProviderAnswer, ProviderError } from "../ports.ts";
import { backOffMs } from "./back-off.ts";
import { type Prepared, type PrepareInferenceDeps, prepareInference } from "./prepare-inference.ts";

export interface RunDeps extends PrepareInferenceDeps {
  readonly random: () => number;
  /** Resolves early, without an error, when the worker stops. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Undefined: deliver the job again, as the next attempt. */
export type RunOutcome = InferenceResult | undefined;

/**
 * Runs one attempt: at most one call to a provider. Attempts beyond `maxAttempts` make none, so that the count bounds
 * the calls through any crash.
 * @param signal - aborted when the answer is not needed any more; rejects with its reason
 */
export async function runInference(
  job: InferenceJob,
  attempt: number,
  deps: RunDeps,
  signal?: AbortSignal,
): Promise<RunOutcome> {
  const prepared = prepareInference(job, attempt, deps);
  if (typeof prepared === "string") return notRun(prepared, attempt, deps);
  const facts = startFacts(prepared, attempt, deps);
  try {
    const answer = await prepared.provider.complete({
      ...prepared.request,
      timeoutMs: prepared.deadlineMs - deps.nowMs(),
      ...(signal && { signal }),
    });
    return { outcome: "completed", ...resultOf(answer), ...facts() };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = await failureOf(error, attempt, prepared, deps);
    return reason && { outcome: "failed", reason, ...facts() };
  }
}

export function notRun(
  reason: FailureReason,
  attempt: number,
  { maxAttempts }: PrepareInferenceDeps,
) {
  const attempts = Math.min(attempt - 1, maxAttempts);
  return { outcome: "failed" as const, reason, latency_ms: 0, attempts };
}

/** The facts of an attempt besides its outcome, from now on. */
export function startFacts(
  { providerName }: Prepared,
  attempt: number,
  { nowMs }: PrepareInferenceDeps,
) {
  const startedAtMs = nowMs();
  return () => ({
    latency_ms: Math.max(0, Math.round(nowMs() - startedAtMs)),
    attempts: attempt,
    provider: providerName,
  });
}

const REASON = {
  refused: "provider_refused",
  unavailable: "provider_unavailable",
  unreadable: "provider_answer_unreadable",
} as const satisfies Record<ProviderError["failure"], FailureReason>;

/** The reason of a failed attempt; undefined, after the back-off, when another one may follow. */
export async function failureOf(
  error: unknown,
  attempt: number,
  { deadlineMs }: Prepared,
  deps: RunDeps,
): Promise<FailureReason | undefined> {
  if (!(error instanceof ProviderError)) throw error;
  const { failure, retryAfterMs } = error;
  if (deps.nowMs() >= deadlineMs) return "deadline_passed";
  if (failure !== "unavailable" || attempt >= deps.maxAttempts) return REASON[failure];
  const waitMs = backOffMs(attempt, retryAfterMs, deps.random);
  if (deps.nowMs() + waitMs >= deadlineMs) return REASON[failure];
  await deps.wait(waitMs);
  return undefined;
}

function resultOf({ choices, model, inputTokens, outputTokens }: ProviderAnswer) {
  return { choices, model_used: model, input_tokens: inputTokens, output_tokens: outputTokens };
}
