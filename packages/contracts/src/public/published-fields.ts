/**
 * Field names from the providers' API references, which error messages may repeat. Sources: OpenAI,
 * "Create chat completion"; Anthropic, "Create a Message", with its beta headers' fields.
 */
export const CHAT_FIELDS: ReadonlySet<string> = new Set([
  ...["annotations", "audio", "frequency_penalty", "function_call", "functions", "input_audio"],
  ...["image_url", "json_schema", "logit_bias", "logprobs", "max_completion_tokens", "max_tokens"],
  ...["messages", "metadata", "modalities", "model", "n", "name", "parallel_tool_calls"],
  ...["prediction", "presence_penalty", "prompt_cache_key", "prompt_cache_retention"],
  ...["reasoning", "reasoning_content", "reasoning_effort", "refusal", "response_format"],
  ...["safety_identifier", "seed", "service_tier", "stop", "store", "stream", "stream_options"],
  ...["temperature", "tool_call_id", "tool_calls", "tool_choice", "tools", "top_logprobs"],
  ...["top_p", "user", "verbosity", "web_search_options"],
]);

export const MESSAGES_FIELDS: ReadonlySet<string> = new Set([
  ...["anthropic_beta", "anthropic_version", "betas", "budget_tokens", "cache_control", "caller"],
  ...[
    "citations",
    "container",
    "context_management",
    "defer_loading",
    "display",
    "eager_input_streaming",
  ],
  ...["inference_geo", "input_examples", "max_tokens", "mcp_servers", "messages", "metadata"],
  ...["model", "output_config", "output_format", "service_tier", "source", "speed"],
  ...["stop_sequences", "stream", "system", "temperature", "thinking", "title", "tool_choice"],
  ...["tools", "top_k", "top_p", "user_profile_id"],
]);

/** Source: OpenAI's API reference, "Create a model response". */
export const RESPONSES_FIELDS: ReadonlySet<string> = new Set([
  ...["acknowledged_safety_checks", "action", "annotations", "arguments", "background", "caller"],
  ...["context_management", "conversation", "effort", "encrypted_content", "file_id", "format"],
  ...["frequency_penalty", "generate_summary", "image_url", "include", "input", "instructions"],
  ...["logprobs", "max_output_tokens", "max_tool_calls", "messages", "metadata", "model"],
  ...["moderation", "n", "name", "namespace", "parallel_tool_calls", "phase", "presence_penalty"],
  ...["previous_response_id", "prompt", "prompt_cache_key", "prompt_cache_options"],
  ...["prompt_cache_retention", "reasoning", "response_format", "safety_identifier", "seed"],
  ...["service_tier", "stop", "store", "stream", "stream_options", "summary", "temperature"],
  ...["text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user", "verbosity"],
]);
