import { ApiError } from "@veil/contracts/errors";
import type { Dialect } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { McpInference } from "@veil/contracts/public/sdk/mcp";
import { readMessagesRequest, type SdkCall } from "../../sdk/index.ts";

type McpPolicy = NonNullable<CallPolicy["mcp"]>;

interface Defaults {
  readonly policy: McpPolicy | undefined;
  readonly maxTokens: number;
  /** The dialect of the provider key. Undefined if the key can be used with any. */
  readonly dialect: Dialect | undefined;
}

/**
 * Reads a call of the tool `private_inference` and applies the policy of the API key.
 * @throws ApiError `key_policy_forbids`, or what `readMessagesRequest` throws
 */
export function inferenceCall(
  { messages, system, stop_sequences, temperature, top_p, ...asked }: McpInference,
  { policy, maxTokens, dialect = "anthropic" }: Defaults,
): SdkCall {
  const model = allowedModel(asked.model, policy);
  const texts = systemTexts(system, policy?.system_prompt);
  const body = {
    model: model ?? UNNAMED,
    max_tokens: asked.max_tokens ?? maxTokens,
    messages,
    ...(texts.length > 0 && { system: texts.map((text) => ({ type: "text", text })) }),
    ...(stop_sequences !== undefined && { stop_sequences }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
  };
  const call = readMessagesRequest(body, NOTHING_MORE);
  return {
    ...call,
    content: { ...call.content, dialect: asked.format ?? dialect },
    parameters: { ...call.parameters, model },
  };
}

const NOTHING_MORE = { tools: false, cacheControl: "reject", thinking: false } as const;

/**
 * The model name for a call without a model: the worker has a default model, but the request format
 * requires a name.
 */
const UNNAMED = "default";

function allowedModel(model: string | undefined, policy: McpPolicy | undefined) {
  const allowed = policy?.allowed_models;
  if (allowed === undefined) return model;
  if (model === undefined) return allowed[0];
  if (allowed.includes(model)) return model;
  throw new ApiError("key_policy_forbids", "The policy of this key does not allow this model", {
    hint: `Allowed: ${allowed.join(", ")}`,
  });
}

function systemTexts(
  given: string | undefined,
  prompt: McpPolicy["system_prompt"],
): readonly string[] {
  const client = given === undefined || given === "" ? [] : [given];
  if (prompt === undefined) return client;
  const own = prompt.text === undefined ? [] : [prompt.text];
  switch (prompt.mode) {
    case "prepend":
      return [...own, ...client];
    case "append":
      return [...client, ...own];
    case "replace":
      return own;
    case "forbid_client_system":
      if (client.length === 0) return own;
      throw new ApiError(
        "key_policy_forbids",
        "The policy of this key allows no system prompt of the client",
        { hint: 'Leave out "system"' },
      );
  }
}
