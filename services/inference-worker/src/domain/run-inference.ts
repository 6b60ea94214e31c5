import type { InferenceJob, InferenceResult } from "@veil/contracts/inference";
import type { ProviderAnswer } from "../ports.ts";
import {
  type AttemptOrder,
  failureOf,
  legOf,
  notRun,
  type Processing,
  type RunDeps,
  startAttempt,
} from "./attempt.ts";
import type { JobLeg } from "./job-leg.ts";
import { prepareInference } from "./prepare-inference.ts";

/**
 * The result, or a `Processing` when there is none yet and the transport must deliver the job again
 * as the next attempt.
 */
export type RunOutcome = InferenceResult | Processing;

/**
 * Runs one attempt, which makes at most one call to a provider. Attempts beyond `maxAttempts` make
 * no call, so the number of calls is limited even if workers crash.
 */
export async function runInference(
  job: InferenceJob,
  order: AttemptOrder,
  deps: RunDeps,
): Promise<RunOutcome> {
  const leg = legOf(job, deps);
  if (leg === undefined) return notRun("job_unreadable", order, deps);
  const result = await attemptOnce(job, order, leg, deps);
  return typeof result === "string" ? result : { ...result, ...leg.claimed() };
}

async function attemptOnce(
  job: InferenceJob,
  order: AttemptOrder,
  leg: JobLeg,
  deps: RunDeps,
): Promise<RunOutcome> {
  const prepared = prepareInference(job, order.number, deps);
  if (typeof prepared === "string") return notRun(prepared, order, deps);
  const attempt = startAttempt(order, prepared, () => order.number >= deps.maxAttempts, deps);
  try {
    const timeoutMs = prepared.deadlineMs - deps.nowMs();
    leg.sending(prepared.request);
    const answer = await prepared.provider.complete({ ...prepared.request, timeoutMs });
    leg.answered(answer.choices);
    return { outcome: "completed", ...resultOf(answer), ...attempt.facts() };
  } catch (error) {
    return await failureOf(error, attempt, deps);
  }
}

type TokenUsage = Pick<ProviderAnswer, "inputTokens" | "outputTokens" | "usageDetails">;

export function usageOf({ inputTokens, outputTokens, usageDetails }: TokenUsage) {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(usageDetails !== undefined && { usage_details: usageDetails }),
  };
}

export function resultOf({ choices, model, ...usage }: ProviderAnswer) {
  return { choices, model_used: model, ...usageOf(usage) };
}
