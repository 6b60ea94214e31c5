import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest } from "@veil/contracts/public/sdk/messages";
import { SdkResponsesRequest } from "@veil/contracts/public/sdk/responses";
import type { SdkFormat } from "../../support/clients/sdk-capture.ts";

export const SCHEMAS = {
  ...{ anthropic: SdkMessagesRequest, openai: SdkChatRequest, responses: SdkResponsesRequest },
} as const;

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
const notText = "content_type_not_supported";
const parameters: Fates = {
  ...{ model: refused, stream: refused, temperature: refused, top_p: refused },
};
const message: Fates = {
  ...parameters,
  "messages[].content": "sanitised",
  "messages[].content[].citations": refused,
  "messages[].content[].text": "sanitised",
  "messages[].content[].type": notText,
  "messages[].role": refused,
  max_tokens: refused,
};

/** The positions that a key without permissions can use, by format. */
const ALWAYS: Readonly<Record<SdkFormat, Fates>> = {
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
    "system[].type": notText,
    "thinking.type": refused,
    top_k: refused,
  },
  openai: {
    ...message,
    frequency_penalty: refused,
    function_call: "tools_not_supported",
    "functions[]": "tools_not_supported",
    logprobs: refused,
    max_completion_tokens: refused,
    "messages[].annotations[]": refused,
    "messages[].name": "withheld",
    "metadata.*": "withheld",
    "metadata.*?": "withheld",
    "modalities[]": refused,
    n: refused,
    parallel_tool_calls: refused,
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
  responses: {
    ...parameters,
    background: refused,
    "client_metadata.*": "withheld",
    "client_metadata.*?": "withheld",
    "include[]": refused,
    input: "sanitised",
    "input[].content": "sanitised",
    "input[].content[].annotations[]": refused,
    "input[].content[].logprobs[]": refused,
    "input[].content[].refusal": "sanitised",
    "input[].content[].text": "sanitised",
    "input[].content[].type": notText,
    "input[].id": "withheld",
    "input[].phase": refused,
    "input[].role": refused,
    "input[].status": refused,
    "input[].type": refused,
    instructions: "sanitised",
    max_output_tokens: refused,
    "metadata.*": "withheld",
    "metadata.*?": "withheld",
    parallel_tool_calls: refused,
    prompt_cache_key: "withheld",
    "reasoning.effort": refused,
    "reasoning.generate_summary": refused,
    "reasoning.summary": refused,
    safety_identifier: "withheld",
    service_tier: refused,
    store: refused,
    "stream_options.include_obfuscation": refused,
    "text.format.description": refused,
    "text.format.name": refused,
    "text.format.schema.*": refused,
    "text.format.schema.*?": refused,
    "text.format.strict": refused,
    "text.format.type": refused,
    "text.verbosity": refused,
    truncation: refused,
    user: "withheld",
  },
};

const inTools = "tool_definition_pii_detected";
const marks = (place: string): Fates => ({
  [`${place}cache_control`]: refused,
  [`${place}cache_control.ttl`]: refused,
  [`${place}cache_control.type`]: refused,
});
const block = "messages[].content[]";
const responsesTool = (place: string): Fates => ({
  [`${place}.description`]: inTools,
  [`${place}.format.definition`]: inTools,
  [`${place}.format.syntax`]: refused,
  [`${place}.format.type`]: refused,
  [`${place}.name`]: refused,
  [`${place}.parameters.*`]: inTools,
  [`${place}.parameters.*?`]: inTools,
  [`${place}.strict`]: refused,
  [`${place}.type`]: "tools_not_supported",
});

/** The positions that need a permission, with what happens when the key has it. */
const PERMITTED: Readonly<Record<SdkFormat, Fates>> = {
  anthropic: {
    ...{ ...marks(""), ...marks("system[]."), ...marks(`${block}.`), ...marks("tools[].") },
    ...marks(`${block}.content[].`),
    [`${block}.content`]: "sanitised",
    [`${block}.content[].citations`]: refused,
    [`${block}.content[].text`]: "sanitised",
    [`${block}.content[].type`]: notText,
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
  responses: {
    "input[].arguments": "sanitised",
    "input[].call_id": "withheld",
    "input[].input": "sanitised",
    "input[].name": refused,
    "input[].namespace": refused,
    "input[].output": "sanitised",
    "input[].output[].annotations[]": refused,
    "input[].output[].logprobs[]": refused,
    "input[].output[].text": "sanitised",
    "input[].output[].type": notText,
    tool_choice: refused,
    "tool_choice.name": refused,
    "tool_choice.type": refused,
    ...responsesTool("tools[]"),
    ...responsesTool("tools[].tools[]"),
  },
};

/** Match positions of tools, which are refused with any content without permission. */
const OF_TOOLS = [
  /^(tools|tool_choice)\b|\.tool_call/,
  /content\[\]\.(id|name|input|content|is_error|tool_use_id)\b/,
  /^input\[\]\.(arguments|call_id|input|name|namespace|output)\b/,
];
const isOfTools = (position: string) => OF_TOOLS.some((pattern) => pattern.test(position));

export interface PositionFates {
  readonly position: string;
  readonly byDefault: Fate;
  /** Absent if a permission changes nothing. */
  readonly permitted?: Fate;
}

/** Returns all positions of a format's requests in which text can stand. */
export function positionTable(format: SdkFormat): readonly PositionFates[] {
  const always = Object.entries(ALWAYS[format]).map(([position, byDefault]) => ({
    ...{ position, byDefault },
  }));
  const permitted = Object.entries(PERMITTED[format]).map(([position, fate]) => ({
    ...{ position, byDefault: refusalOf(position), permitted: fate },
  }));
  return [...always, ...permitted].toSorted((a, b) => (a.position < b.position ? -1 : 1));
}

function refusalOf(position: string): Fate {
  if (isOfTools(position)) return "tools_not_supported";
  if (position.includes("cache_control")) return "cache_control_not_supported";
  return /\.(thinking|signature|data)$/.test(position) ? notText : refused;
}
