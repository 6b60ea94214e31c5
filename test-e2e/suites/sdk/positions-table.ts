import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest } from "@veil/contracts/public/sdk/messages";
import type { Dialect } from "../../support/own-providers.ts";

export const SCHEMAS = { anthropic: SdkMessagesRequest, openai: SdkChatRequest } as const;

/**
 * What happens to personal data at a position: it is replaced (`sanitised`), it is not sent to the
 * provider (`withheld`), or the request is refused with this error code.
 */
export type Fate =
  | "sanitised"
  | "withheld"
  | "invalid_field"
  | "content_type_not_supported"
  | "system_prompt_pii_detected"
  | "cache_control_not_supported"
  | "tools_not_supported"
  | "tool_definition_pii_detected";

type Fates = Readonly<Record<string, Fate>>;

const refused = "invalid_field";
const message = {
  "messages[].content": "sanitised",
  "messages[].content[].citations": refused,
  "messages[].content[].text": "sanitised",
  "messages[].content[].type": "content_type_not_supported",
  "messages[].role": refused,
  max_tokens: refused,
  model: refused,
  stream: refused,
  temperature: refused,
  top_p: refused,
} as const;

/** The positions that a key without permissions can use, by dialect. */
const ALWAYS: Readonly<Record<Dialect, Fates>> = {
  anthropic: {
    ...message,
    "metadata.user_id": "withheld",
    service_tier: refused,
    "output_config.effort": refused,
    "output_config.format": refused,
    "output_config.format.schema.*": refused,
    "output_config.format.schema.*?": refused,
    "output_config.format.type": refused,
    output_format: refused,
    "output_format.schema.*": refused,
    "output_format.schema.*?": refused,
    "output_format.type": refused,
    "stop_sequences[]": "sanitised",
    system: "system_prompt_pii_detected",
    "system[].citations": refused,
    "system[].text": "system_prompt_pii_detected",
    "system[].type": "content_type_not_supported",
    "thinking.type": refused,
    top_k: refused,
  },
  openai: {
    ...message,
    frequency_penalty: refused,
    logprobs: refused,
    max_completion_tokens: refused,
    "messages[].annotations[]": refused,
    "metadata.*": "withheld",
    "metadata.*?": "withheld",
    "modalities[]": refused,
    n: refused,
    presence_penalty: refused,
    prompt_cache_key: "withheld",
    safety_identifier: "withheld",
    service_tier: refused,
    reasoning_effort: refused,
    "response_format.json_schema.description": refused,
    "response_format.json_schema.name": refused,
    "response_format.json_schema.schema.*": refused,
    "response_format.json_schema.schema.*?": refused,
    "response_format.json_schema.strict": refused,
    "response_format.type": refused,
    seed: refused,
    stop: "sanitised",
    "stop[]": "sanitised",
    store: refused,
    "stream_options.include_obfuscation": refused,
    "stream_options.include_usage": refused,
    user: "withheld",
    verbosity: refused,
  },
};

const inTools = "tool_definition_pii_detected";
const marks = (place: string): Fates => ({
  [`${place}cache_control`]: refused,
  [`${place}cache_control.ttl`]: refused,
  [`${place}cache_control.type`]: refused,
});
const block = "messages[].content[]";

/** The positions that need a permission, with what happens when the key has it. */
const PERMITTED: Readonly<Record<Dialect, Fates>> = {
  anthropic: {
    ...{ ...marks(""), ...marks("system[]."), ...marks(`${block}.`), ...marks("tools[].") },
    ...marks(`${block}.content[].`),
    [`${block}.content`]: "sanitised",
    [`${block}.content[].citations`]: refused,
    [`${block}.content[].text`]: "sanitised",
    [`${block}.content[].type`]: "content_type_not_supported",
    [`${block}.data`]: refused,
    [`${block}.id`]: "withheld",
    [`${block}.input.*`]: "sanitised",
    [`${block}.input.*?`]: "sanitised",
    [`${block}.is_error`]: refused,
    [`${block}.name`]: refused,
    [`${block}.signature`]: refused,
    [`${block}.thinking`]: "withheld",
    [`${block}.tool_use_id`]: "withheld",
    "thinking.budget_tokens": refused,
    "thinking.display": refused,
    "tool_choice.disable_parallel_tool_use": refused,
    "tool_choice.name": refused,
    "tool_choice.type": refused,
    "tools[].description": inTools,
    "tools[].input_schema.*": inTools,
    "tools[].input_schema.*?": inTools,
    "tools[].name": refused,
    "tools[].strict": refused,
    "tools[].type": "tools_not_supported",
  },
  openai: {
    ...marks(`${block}.`),
    "messages[].tool_call_id": "withheld",
    "messages[].tool_calls[].function.arguments": "sanitised",
    "messages[].tool_calls[].function.name": refused,
    "messages[].tool_calls[].id": "withheld",
    "messages[].tool_calls[].type": "tools_not_supported",
    parallel_tool_calls: refused,
    tool_choice: refused,
    "tool_choice.function.name": refused,
    "tool_choice.type": refused,
    "tools[].function.description": inTools,
    "tools[].function.name": refused,
    "tools[].function.parameters.*": inTools,
    "tools[].function.parameters.*?": inTools,
    "tools[].function.strict": refused,
    "tools[].type": "tools_not_supported",
  },
};

/** Matches positions of tools, which are refused with any content without permission. */
const OF_TOOLS =
  /^(tools|tool_choice|parallel_tool_calls)\b|\.tool_call|content\[\]\.(id|name|input|content|is_error|tool_use_id)\b/;

export interface PositionFates {
  readonly position: string;
  readonly byDefault: Fate;
  /** Absent if a permission changes nothing. */
  readonly permitted?: Fate;
}

/** Returns all positions of a dialect's requests in which text can stand. */
export function positionTable(dialect: Dialect): readonly PositionFates[] {
  const always = Object.entries(ALWAYS[dialect]).map(([position, byDefault]) => ({
    ...{ position, byDefault },
  }));
  const permitted = Object.entries(PERMITTED[dialect]).map(([position, fate]) => ({
    ...{ position, byDefault: refusalOf(position), permitted: fate },
  }));
  return [...always, ...permitted].toSorted((a, b) => (a.position < b.position ? -1 : 1));
}

function refusalOf(position: string): Fate {
  if (position.includes("cache_control") && !OF_TOOLS.test(position))
    return "cache_control_not_supported";
  if (OF_TOOLS.test(position)) return "tools_not_supported";
  return /\.(thinking|signature|data)$/.test(position) ? "content_type_not_supported" : refused;
}
