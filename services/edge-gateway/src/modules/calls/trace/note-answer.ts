import type { CompletedEnd, FailedInference } from "@veil/contracts/inference";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import type { Steps } from "@veil/service-kit/telemetry";
import type { Static } from "typebox";
import type { JobFacts } from "./job-facts.ts";
import { MODEL } from "./tally-end.ts";

/** The step of a call in which the gateway waits for the answer. */
export const ANSWER_STEP = "answer";

type Completed = Pick<
  Static<typeof CompletedEnd>,
  "model_used" | "input_tokens" | "output_tokens" | "latency_ms" | "provider"
> & { readonly outcome: "completed"; readonly stop_reason: string };

/**
 * Notes for the metric how long the provider took, as the worker states it, and for a trace what
 * answered, in the names of OpenTelemetry's conventions for generative AI.
 */
export function noteAnswer(
  steps: Steps | undefined,
  { model }: Pick<JobFacts, "model">,
  result: Completed | Static<typeof FailedInference>,
): void {
  if (steps === undefined || result.outcome === "failed") return;
  steps.waitedOutside(result.latency_ms);
  steps.describe(ANSWER_STEP, () => ({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": result.provider,
    "gen_ai.request.model": modelName(model),
    "gen_ai.response.model": modelName(result.model_used),
    "gen_ai.response.finish_reasons": [result.stop_reason],
    "gen_ai.usage.input_tokens": result.input_tokens,
    "gen_ai.usage.output_tokens": result.output_tokens,
  }));
}

/** A provider could name a model anything. */
function modelName(text: string | undefined): string | undefined {
  if (text === undefined || !MODEL.test(text)) return undefined;
  return findHardIdentifiers(text).length === 0 ? text : undefined;
}
