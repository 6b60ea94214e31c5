import type {
  InferenceEnd,
  InferenceEvent,
  InferenceJob,
  InferenceResult,
} from "@veil/contracts/inference";
import type { ProviderEvent } from "../ports.ts";
import { type Prepared, prepareInference } from "./prepare-inference.ts";
import { failureOf, notRun, type RunDeps, runInference, startFacts } from "./run-inference.ts";

/** Runs a job that no transport redelivers, with all its attempts. `signal`: the caller has disconnected. */
export async function inferWhole(
  job: InferenceJob,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<InferenceResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runInference(job, attempt, deps, signal);
    if (result !== undefined) return result;
  }
}

/**
 * As `inferWhole`, with a streamed answer. Another attempt is made only before the first event. The last event is
 * `end`, unless the caller has disconnected.
 */
export async function* inferStreamed(
  job: InferenceJob,
  deps: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<InferenceEvent> {
  for (let attempt = 1; ; attempt += 1) {
    const prepared = prepareInference(job, attempt, deps);
    if (typeof prepared === "string")
      return yield { type: "end", result: notRun(prepared, attempt, deps) };
    const result = yield* attemptStreamed(prepared, attempt, deps, signal);
    if (signal.aborted) return;
    if (result !== undefined) return yield { type: "end", result };
  }
}

/** @returns undefined when another attempt may follow */
async function* attemptStreamed(
  prepared: Prepared,
  attempt: number,
  deps: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<InferenceEvent, InferenceEnd | undefined> {
  const facts = startFacts(prepared, attempt, deps);
  const timeoutMs = prepared.deadlineMs - deps.nowMs();
  let model: string | undefined;
  try {
    for await (const event of prepared.provider.stream({
      ...prepared.request,
      timeoutMs,
      signal,
    })) {
      if (event.kind === "start") model = event.model;
      if (event.kind !== "stop") yield inferenceEvent(event);
      else return { outcome: "completed", ...endOf(event, model), ...facts() };
    }
    throw new Error("The provider's stream ended without its last event");
  } catch (error) {
    if (signal.aborted) return undefined;
    // Events that were sent cannot be taken back, so this attempt is the last one.
    const last = model === undefined ? attempt : deps.maxAttempts;
    const reason = await failureOf(error, last, prepared, deps);
    return reason && { outcome: "failed", reason, ...facts() };
  }
}

function inferenceEvent(event: Exclude<ProviderEvent, { kind: "stop" }>): InferenceEvent {
  switch (event.kind) {
    case "start":
      return { type: "start", model_used: event.model, input_tokens: event.inputTokens };
    case "text":
      return { type: "text", index: event.index, text: event.text };
    case "block_start":
    case "block_stop":
      return { type: event.kind, index: event.index };
    case "ping":
      return { type: "ping" };
  }
}

function endOf(
  { stopReason, inputTokens, outputTokens }: Extract<ProviderEvent, { kind: "stop" }>,
  model = "unknown",
) {
  return {
    model_used: model,
    stop_reason: stopReason,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}
