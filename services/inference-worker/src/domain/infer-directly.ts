import type {
  InferenceEnd,
  InferenceEvent,
  InferenceJob,
  InferenceResult,
} from "@veil/contracts/inference";
import type { ProviderEvent } from "../ports.ts";
import {
  type Attempt,
  type AttemptOrder,
  FIRST_ATTEMPT,
  failureOf,
  legOf,
  notRun,
  type Processing,
  type RunDeps,
} from "./attempt.ts";
import { type CallLimits, callDirectly, startDirectAttempt } from "./call-directly.ts";
import type { JobLeg } from "./job-leg.ts";
import { optionsOf } from "./job-parameters.ts";
import { type PreparedInference, prepareInference } from "./prepare-inference.ts";
import { resultOf, usageOf } from "./run-inference.ts";

/** Runs a direct call with all its attempts. `signal` aborts when the caller disconnects. */
export async function inferWhole(
  job: InferenceJob,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<InferenceResult> {
  const leg = legOf(job, deps);
  if (leg === undefined) return notRun("job_unreadable", FIRST_ATTEMPT, deps);
  const call = {
    prepare: (attempt: number) => prepareInference(job, attempt, deps),
    send({ provider, request }: PreparedInference, limits: CallLimits) {
      leg.sending(request);
      return provider.complete({ ...request, ...limits });
    },
  };
  const answer = await callDirectly(call, deps, signal);
  if (answer.outcome === "failed") return { ...answer, ...leg.claimed() };
  leg.answered(answer.value.choices);
  return { outcome: "completed", ...resultOf(answer.value), ...answer.facts, ...leg.claimed() };
}

/**
 * Like `inferWhole`, but streams the response. Once the response has begun, no other attempt is
 * made. The last event is `end`, unless the caller has disconnected.
 */
export async function* inferStreamed(
  job: InferenceJob,
  deps: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<InferenceEvent> {
  const leg = legOf(job, deps);
  if (leg === undefined)
    return yield { type: "end", result: notRun("job_unreadable", FIRST_ATTEMPT, deps) };
  const { claim } = leg.claimed();
  if (claim !== undefined) yield { type: "claim", claim };
  for (let order = FIRST_ATTEMPT; ; ) {
    const result = yield* attemptStreamed(job, order, { leg, deps, signal });
    if (signal.aborted) return;
    if (typeof result !== "string")
      return yield { type: "end", result: { ...result, ...leg.claimed() } };
    order = { number: order.number + 1, earlier: result };
  }
}

/** Refuses jobs with several choices, because the events of a stream have no choice number. */
function prepareStreamed(job: InferenceJob, attempt: number, deps: RunDeps) {
  const { n = 1 } = optionsOf(job);
  return n > 1 ? "job_unreadable" : prepareInference(job, attempt, deps);
}

interface StreamedCall {
  readonly leg: JobLeg;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
}

/** @returns the end of the stream, or the result of `failureOf` when the attempt fails */
async function* attemptStreamed(
  job: InferenceJob,
  order: AttemptOrder,
  { leg, deps, signal }: StreamedCall,
): AsyncGenerator<InferenceEvent, InferenceEnd | Processing> {
  const prepared = prepareStreamed(job, order.number, deps);
  if (typeof prepared === "string") return notRun(prepared, order, deps);
  const { provider, request, deadlineMs } = prepared;
  const attempt = startDirectAttempt(order, prepared, deps);
  const timeoutMs = deadlineMs - deps.nowMs();
  let model: string | undefined;
  leg.sending(request);
  try {
    for await (const event of provider.stream({ ...request, timeoutMs, signal })) {
      if (event.kind === "start") model = event.model;
      if (event.kind === "stop")
        return { outcome: "completed", ...endOf(event, model), ...attempt.facts() };
      const piece = inferenceEvent(event, attempt.facts());
      leg.streaming(piece);
      yield piece;
    }
    throw new Error("The provider's stream ended without its last event");
  } catch (error) {
    if (signal.aborted) return "unknown";
    // Events that were already sent cannot be withdrawn, so this attempt is the last.
    const begun = model !== undefined && { isLast: () => true, earlier: "unknown" as const };
    return await failureOf(error, { ...attempt, ...begun }, deps);
  }
}

function inferenceEvent(
  event: Exclude<ProviderEvent, { kind: "stop" }>,
  facts: ReturnType<Attempt["facts"]>,
): InferenceEvent {
  switch (event.kind) {
    case "start": {
      const { model: model_used, inputTokens: input_tokens, usageDetails: usage_details } = event;
      const usage = { input_tokens, ...(usage_details !== undefined && { usage_details }) };
      return { type: "start", model_used, ...usage, ...facts };
    }
    case "text":
      return { type: "text", index: event.index, text: event.text };
    case "arguments":
      return { type: "arguments", index: event.index, json: event.json };
    case "block_start":
    case "thinking":
    case "signature":
    case "block_stop": {
      const { kind: type, ...block } = event;
      return { type, ...block } as InferenceEvent;
    }
    case "ping":
      return { type: "ping" };
  }
}

function endOf({ stopReason, stopSequence, ...usage }: StopEvent, model = "unknown") {
  return {
    model_used: model,
    stop_reason: stopReason,
    ...(stopSequence !== undefined && { stop_sequence: stopSequence }),
    ...usageOf(usage),
  };
}

type StopEvent = Extract<ProviderEvent, { kind: "stop" }>;
