import type { Message } from "@veil/contracts/inference";
import { writtenObjects } from "@veil/contracts/parsing";
import type { ToolUseBlock } from "@veil/contracts/tools";
import {
  ChatCompletion,
  type ChatCompletionRequest,
  type FunctionCall,
  ModelList,
} from "@veil/llm-dialects";
import type { Provider, ProviderAccess, ProviderAnswer, ProviderRequest } from "../ports.ts";
import { modelName, models, stopReason } from "./answer-facts.ts";
import { contentOf, textsIn } from "./content.ts";
import { eventsOf, textOf, USAGE_NAMES } from "./openai-events.ts";
import { createProviderHttp, type ProviderHttpOptions } from "./provider-http.ts";
import { readProviderData, sentJson } from "./read-provider-data.ts";
import { answerBlocks, calledTool } from "./tools.ts";
import { createUsage } from "./usage.ts";

const readCompletion = readProviderData(ChatCompletion);
const readModels = readProviderData(ModelList);

/**
 * Creates a provider for OpenAI Chat Completions and every compatible server (Ollama, vLLM and
 * others).
 */
export function createOpenaiProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  const ownFields = ownFieldsFor(options.baseUrl);
  const completions = (request: ProviderRequest, more: Partial<ChatCompletionRequest> = {}) => ({
    ...callOf("/v1/chat/completions", request),
    body: { ...bodyOf(request), ...ownFields(request), ...more },
  });
  return {
    async complete(request) {
      const { value, json } = await http.whole(completions(request));
      return answerOf(readCompletion(value), json, request);
    },
    stream: (request) =>
      eventsOf(
        http.stream(
          completions(request, { stream: true, stream_options: { include_usage: true } }),
        ),
        request,
      ),
    models: async (access) =>
      models(readModels((await http.whole(callOf("/v1/models", access))).value).data),
    close: () => http.close(),
  };
}

function callOf(path: string, { apiKey, timeoutMs, signal }: ProviderAccess) {
  return { path, headers: { authorization: `Bearer ${apiKey}` }, timeoutMs, signal };
}

const ARGUMENTS = ["choices", "*", "message", "tool_calls", "*", "function", "arguments"];

type LimitName = "max_tokens" | "max_completion_tokens";

/**
 * Hosts for which the name of the limit is fixed. Other hosts receive the caller's name: many
 * compatible servers accept only `max_tokens`, but OpenAI's reasoning models refuse it on any host.
 */
const LIMIT_NAMES: ReadonlyMap<string, LimitName> = new Map([
  ["api.openai.com", "max_completion_tokens"],
  ["api.mistral.ai", "max_tokens"],
]);

type OwnFields = Pick<ChatCompletionRequest, "max_tokens" | "max_completion_tokens" | "store">;

/**
 * Returns the function that makes the host-specific fields. OpenAI stores the completions of new
 * accounts unless `store` is false (guide "Migrate to the Responses API").
 */
function ownFieldsFor(baseUrl: string): (request: ProviderRequest) => OwnFields {
  const { hostname } = new URL(baseUrl);
  const known = LIMIT_NAMES.get(hostname);
  const store = hostname === "api.openai.com" ? { store: false } : {};
  return ({ maxTokens, options: { limit_name: chosen = "max_tokens" } }) => ({
    ...store,
    ...(maxTokens !== undefined && { [known ?? chosen]: maxTokens }),
  });
}

function bodyOf(request: ProviderRequest): ChatCompletionRequest {
  const { model, messages, temperature, endUserId, options } = request;
  const {
    response_format: type,
    output_schema: schema,
    top_k: _ofAnthropic,
    limit_name: _ofTheLimit,
    tools,
    tool_choice: choice,
    ...sameName
  } = options;
  return {
    model,
    ...(temperature !== undefined && { temperature }),
    ...sameName,
    ...(type !== undefined && { response_format: { type } }),
    ...(schema !== undefined && { response_format: schemaOf(schema) }),
    ...(tools !== undefined && { tools: tools.map(functionOf) }),
    ...(choice !== undefined && { tool_choice: choiceOf(choice) }),
    user: endUserId,
    messages: messages.flatMap(sentMessages),
  };
}

type Options = ProviderRequest["options"];

function functionOf({ input_schema: parameters, ...tool }: NonNullable<Options["tools"]>[number]) {
  const named = { ...tool, ...(parameters !== undefined && { parameters: sentJson(parameters) }) };
  return { type: "function" as const, function: named };
}

function schemaOf({ name = "answer", schema, ...more }: NonNullable<Options["output_schema"]>) {
  const named = { name, ...more, ...(schema !== undefined && { schema: sentJson(schema) }) };
  return { type: "json_schema" as const, json_schema: named };
}

function choiceOf(choice: NonNullable<Options["tool_choice"]>) {
  switch (choice.type) {
    case "auto":
    case "none":
      return choice.type;
    case "any":
      return "required";
    case "tool":
      return { type: "function" as const, function: { name: choice.name } };
  }
}

type SentMessage = ChatCompletionRequest["messages"][number];

/** Converts a message to one or several: in this format each tool result is a separate message. */
function sentMessages({ role, name, content }: Message): SentMessage[] {
  const texts = textsIn(content);
  const calls = content.filter((block) => block.type === "tool_use").map(functionCall);
  const results = content
    .filter((block) => block.type === "tool_result")
    .map(({ tool_use_id, content: result }) => ({
      ...{ role: "tool" as const, tool_call_id: tool_use_id, content: contentOf(result) },
    }));
  if (texts.length === 0 && calls.length === 0) return results;
  const message = {
    role,
    ...(name !== undefined && { name }),
    ...(texts.length > 0 && { content: contentOf(texts) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return [...results, message];
}

function functionCall({ id, name, arguments: json }: ToolUseBlock): FunctionCall {
  return { id, type: "function", function: { name, arguments: json } };
}

function answerOf(
  { model, choices, usage }: ChatCompletion,
  json: Uint8Array,
  request: ProviderRequest,
): ProviderAnswer {
  const objects = writtenObjects(json, [ARGUMENTS]);
  const counted = createUsage(USAGE_NAMES);
  counted.add(usage);
  return {
    choices: choices.map(({ message, finish_reason }, index) => ({
      blocks: blocksOf(message, request.options, (call) =>
        objects.get(`choices.${index}.message.tool_calls.${call}.function.arguments`),
      ),
      stop_reason: stopReason(finish_reason),
    })),
    model: modelName(model, request.model),
    inputTokens: counted.inputTokens,
    outputTokens: counted.outputTokens,
    ...counted.details(),
  };
}

function blocksOf(
  { tool_calls, ...said }: ChatCompletion["choices"][number]["message"],
  { tools }: Options,
  objectAt: (call: number) => string | undefined,
) {
  const text = textOf(said);
  const calls = (tool_calls ?? []).map(({ function: { name, arguments: json = "{}" } }, index) => {
    const written = typeof json === "string" ? json : (objectAt(index) ?? "{}");
    return { type: "tool_use" as const, name: calledTool(name, tools), arguments: written };
  });
  return answerBlocks([...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls]);
}
