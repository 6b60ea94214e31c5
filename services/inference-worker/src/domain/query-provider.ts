import type {
  FailureReason,
  InferenceJob,
  ModelsQuery,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import type { Provider } from "../ports.ts";
import type { RunDeps } from "./attempt.ts";
import { type CallLimits, callDirectly } from "./call-directly.ts";
import {
  type PreparedAccess,
  type PreparedInference,
  prepareAccess,
  prepareInference,
} from "./prepare-inference.ts";

type CountTokens = NonNullable<Provider["countTokens"]>;

interface PreparedCount extends PreparedInference {
  readonly countTokens: CountTokens;
}

/**
 * Asks the provider to count the tokens of a job's prompt. `signal` aborts when the caller
 * disconnects.
 */
export async function countTokens(
  job: InferenceJob,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<TokenCountResult> {
  const call = {
    prepare: (attempt: number) => withCount(prepareInference(job, attempt, deps)),
    send: ({ countTokens: count, request }: PreparedCount, limits: CallLimits) =>
      count({ ...request, ...limits }),
  };
  const answer = await callDirectly(call, deps, signal);
  return answer.outcome === "failed"
    ? answer
    : { outcome: "completed", input_tokens: answer.value };
}

function withCount(prepared: PreparedInference | FailureReason): PreparedCount | FailureReason {
  if (typeof prepared === "string") return prepared;
  const { countTokens: count } = prepared.provider;
  return count === undefined ? "dialect_unsupported" : { ...prepared, countTokens: count };
}

/** The time limit for all pages and attempts together. */
const MODELS_TIMEOUT_MS = 30_000;

export async function listModels(
  query: ModelsQuery,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<ModelsResult> {
  const deadlineMs = deps.nowMs() + MODELS_TIMEOUT_MS;
  const call = {
    prepare: (attempt: number) => prepareAccess(query, deadlineMs, attempt, deps),
    send: ({ provider, apiKey }: PreparedAccess, limits: CallLimits) =>
      provider.models({ apiKey, ...limits }),
  };
  const answer = await callDirectly(call, deps, signal);
  return answer.outcome === "failed" ? answer : { outcome: "completed", models: answer.value };
}
