import type { Dialect, InferenceJob, InferenceOptions } from "@veil/contracts/inference";
import { DIALECTS } from "./provider-table.ts";

const DIALECTS_OF: Readonly<Record<keyof InferenceOptions, readonly Dialect[]>> = {
  top_p: DIALECTS,
  top_k: ["anthropic"],
  stop: DIALECTS,
  n: ["openai"],
  presence_penalty: ["openai"],
  frequency_penalty: ["openai"],
  seed: ["openai"],
  response_format: ["openai"],
  output_schema: DIALECTS,
  betas: ["anthropic"],
  effort: ["anthropic"],
  thinking: ["anthropic"],
  reasoning_effort: ["openai"],
  verbosity: ["openai"],
  limit_name: ["openai"],
  tools: DIALECTS,
  cache_control: ["anthropic"],
  tool_choice: DIALECTS,
  parallel_tool_calls: DIALECTS,
};

const MAX_TEMPERATURE: Readonly<Record<Dialect, number>> = { anthropic: 1, openai: 2 };

export function optionsOf(job: InferenceJob): InferenceOptions {
  return "messages" in job ? job.options : {};
}

/** Returns whether the job's wire format supports all of the job's parameters. */
export function hasFittingParameters(job: InferenceJob): boolean {
  if (!("messages" in job)) return true;
  const { dialect, options, messages, temperature = 0 } = job;
  const names = Object.keys(options) as (keyof InferenceOptions)[];
  return (
    temperature <= MAX_TEMPERATURE[dialect] &&
    names.every((name) => DIALECTS_OF[name].includes(dialect)) &&
    (dialect === "openai" || messages.every(({ name }) => name === undefined))
  );
}
