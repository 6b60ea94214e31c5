import type { AnswerBlock, MessageBlock, ProviderModel } from "@veil/contracts/inference";
import { writtenObjects } from "@veil/contracts/parsing";
import {
  type CountTokensRequest,
  CountTokensResponse,
  type MessagesBlock,
  type MessagesRequest,
  MessagesResponse,
  ModelList,
} from "@veil/llm-dialects";
import type {
  Provider,
  ProviderAccess,
  ProviderAnswer,
  ProviderPrompt,
  ProviderRequest,
} from "../ports.ts";
import { modelName, models, stopReason, stopSequence } from "./answer-facts.ts";
import { eventsOf, USAGE_NAMES } from "./anthropic-events.ts";
import { contentOf, textsIn } from "./content.ts";
import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
} from "./provider-http.ts";
import { readProviderData, sentJson } from "./read-provider-data.ts";
import { answerBlocks, calledTool } from "./tools.ts";
import { createUsage } from "./usage.ts";

const readMessage = readProviderData(MessagesResponse);
const readCount = readProviderData(CountTokensResponse);
const readModels = readProviderData(ModelList);

/** The limit for requests without one, because the format requires a limit. */
const DEFAULT_MAX_TOKENS = 1_024;

// The API version that still accepts sampling parameters.
const API_VERSION = "2023-06-01";

export function createAnthropicProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  const messages = (request: ProviderRequest, body: MessagesRequest) => ({
    ...promptCallOf("/v1/messages", request),
    body,
  });
  return {
    async complete(request) {
      const { value, json } = await http.whole(messages(request, bodyOf(request)));
      return answerOf(readMessage(value), json, request);
    },
    stream: (request) =>
      eventsOf(http.stream(messages(request, { ...bodyOf(request), stream: true })), request),
    async countTokens(prompt) {
      const call = promptCallOf("/v1/messages/count_tokens", prompt);
      return readCount((await http.whole({ ...call, body: promptOf(prompt) })).value).input_tokens;
    },
    models: (access) => modelsOf(http, access),
    close: () => http.close(),
  };
}

function callOf(path: string, { apiKey, timeoutMs, signal }: ProviderAccess) {
  const headers = { "x-api-key": apiKey, "anthropic-version": API_VERSION };
  return { path, headers, timeoutMs, signal };
}

function promptCallOf(path: string, prompt: ProviderPrompt) {
  const { headers, ...call } = callOf(path, prompt);
  const { betas = [] } = prompt.options;
  const ofBetas = betas.length === 0 ? {} : { "anthropic-beta": betas.join(",") };
  return { ...call, headers: { ...headers, ...ofBetas } };
}

/** Converts a response. Omits blocks of other types, and thoughts that the request does not enable. */
function answerOf(
  { model, content, stop_reason, stop_sequence, usage }: MessagesResponse,
  json: Uint8Array,
  request: ProviderRequest,
): ProviderAnswer {
  const inputs = writtenObjects(json, [["content", "*", "input"]]);
  const sequence = stopSequence(stop_sequence, request.options.stop);
  const counted = createUsage(USAGE_NAMES);
  counted.add(usage);
  return {
    choices: [
      {
        blocks: answerBlocks(
          content.flatMap((block, index) =>
            blockOf(block, inputs.get(`content.${index}.input`), request),
          ),
        ),
        stop_reason: stopReason(stop_reason),
        ...(sequence !== undefined && { stop_sequence: sequence }),
      },
    ],
    model: modelName(model, request.model),
    inputTokens: counted.inputTokens,
    outputTokens: counted.outputTokens,
    ...counted.details(),
  };
}

function blockOf(
  { type, text = "", name, thinking, signature, data }: MessagesResponse["content"][number],
  input: string | undefined,
  { options }: ProviderRequest,
): AnswerBlock[] {
  const isThinking = options.thinking !== undefined;
  switch (type) {
    case "text":
      return [{ type, text }];
    case "tool_use":
      return [{ type, name: calledTool(name, options.tools), arguments: input ?? "{}" }];
    case "thinking":
      return isThinking ? [{ type, thinking: thinking ?? "", signature: signature ?? "" }] : [];
    case "redacted_thinking":
      return isThinking ? [{ type, data: data ?? "" }] : [];
    default:
      return [];
  }
}

function bodyOf(request: ProviderRequest): MessagesRequest {
  const { maxTokens, temperature, endUserId, options } = request;
  const { top_p, top_k, stop } = options;
  return {
    ...promptOf(request),
    max_tokens: maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop !== undefined && { stop_sequences: stop }),
    metadata: { user_id: endUserId },
  };
}

/** Converts a prompt. Leading system messages become the `system` field of this format. */
function promptOf({ model, messages, options }: ProviderPrompt): CountTokensRequest {
  const first = messages.findIndex(({ role }) => role !== "system");
  const leading = first === -1 ? messages : messages.slice(0, first);
  const system = leading.flatMap(({ content }) => textsIn(content));
  return {
    model,
    ...(system.length > 0 && { system: contentOf(system) }),
    messages: messages
      .slice(leading.length)
      .map(({ role, content }) => ({ role, content: blocksOf(content) })),
    ...toolsOf(options),
    ...outputOf(options),
    ...(options.thinking !== undefined && { thinking: options.thinking }),
    ...(options.cache_control !== undefined && { cache_control: options.cache_control }),
  };
}

function blocksOf(content: readonly MessageBlock[]): string | MessagesBlock[] {
  const texts = textsIn(content);
  return texts.length === content.length ? contentOf(texts) : content.map(sentBlock);
}

function sentBlock(block: MessageBlock): MessagesBlock {
  switch (block.type) {
    case "text":
    case "thinking":
    case "redacted_thinking":
      return block;
    case "tool_use": {
      const { arguments: json, ...rest } = block;
      return { ...rest, input: sentJson(json) };
    }
    case "tool_result": {
      const { content, ...rest } = block;
      return { ...rest, ...(content.length > 0 && { content: contentOf(content) }) };
    }
  }
}

type Options = ProviderPrompt["options"];

function toolsOf({ tools, tool_choice, parallel_tool_calls }: Options) {
  if (tools === undefined) return {};
  const choice = choiceOf(tool_choice, parallel_tool_calls);
  return {
    tools: tools.map(({ input_schema = '{"type":"object"}', ...tool }) => ({
      ...tool,
      input_schema: sentJson(input_schema),
    })),
    ...(choice !== undefined && { tool_choice: choice }),
  };
}

function outputOf({ output_schema: output, effort }: Options) {
  if (output === undefined && effort === undefined) return {};
  const format = { type: "json_schema" as const, schema: sentJson(output?.schema ?? "{}") };
  return { output_config: { ...(output && { format }), ...(effort !== undefined && { effort }) } };
}

function choiceOf(choice: Options["tool_choice"], parallel: boolean | undefined) {
  if (parallel === undefined || choice?.type === "none") return choice;
  return { ...(choice ?? { type: "auto" as const }), disable_parallel_tool_use: !parallel };
}

const PAGE = 1_000;
const MAX_PAGES = 10;

async function modelsOf(http: ProviderHttp, access: ProviderAccess): Promise<ProviderModel[]> {
  const list: ProviderModel[] = [];
  const endMs = performance.now() + access.timeoutMs;
  let after = "";
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const path = `/v1/models?limit=${PAGE}${after}`;
    const timeoutMs = endMs - performance.now();
    const answer = await http.whole(callOf(path, { ...access, timeoutMs }));
    const { data, has_more, last_id } = readModels(answer.value);
    list.push(...models(data));
    if (!has_more || !last_id) break;
    after = `&after_id=${encodeURIComponent(last_id)}`;
  }
  return list;
}
