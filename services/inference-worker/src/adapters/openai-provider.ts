import {
  ChatCompletion,
  ChatCompletionChunk,
  type ChatCompletionRequest,
  type ServerSentEvent,
} from "@veil/llm-dialects";
import {
  type Provider,
  type ProviderAnswer,
  ProviderError,
  type ProviderEvent,
  type ProviderRequest,
} from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { contentOf } from "./content.ts";
import { createProviderHttp, type ProviderHttpOptions } from "./provider-http.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";

const readCompletion = readProviderData(ChatCompletion);
const readChunk = readProviderData(ChatCompletionChunk);

/** OpenAI Chat Completions, and every server that speaks it (Ollama, vLLM and others). */
export function createOpenaiProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  const limitField = limitFieldFor(options.baseUrl);
  const postOf = (request: ProviderRequest, more: Partial<ChatCompletionRequest> = {}) => ({
    path: "/v1/chat/completions",
    headers: { authorization: `Bearer ${request.apiKey}` },
    body: { ...bodyOf(request), [limitField]: request.maxTokens, ...more },
    timeoutMs: request.timeoutMs,
    signal: request.signal,
  });
  return {
    async complete(request) {
      const answer = await http.post(postOf(request));
      return answerOf(readCompletion(answer), request.model);
    },
    stream: (request) =>
      eventsOf(
        http.stream(postOf(request, { stream: true, stream_options: { include_usage: true } })),
        request.model,
      ),
    close: () => http.close(),
  };
}

/** OpenAI's reasoning models refuse `max_tokens`; many compatible servers know only that. */
function limitFieldFor(baseUrl: string): "max_tokens" | "max_completion_tokens" {
  return new URL(baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
}

function bodyOf({
  model,
  messages,
  temperature,
  endUserId,
}: ProviderRequest): ChatCompletionRequest {
  return {
    model,
    ...(temperature !== undefined && { temperature }),
    user: endUserId,
    messages: messages.map(({ role, content }) => ({ role, content: contentOf(content) })),
  };
}

function answerOf({ model, choices, usage }: ChatCompletion, requested: string): ProviderAnswer {
  return {
    choices: choices.map(({ message, finish_reason }) => ({
      blocks: [{ type: "text", text: message.content ?? "" }],
      stop_reason: stopReason(finish_reason),
    })),
    model: modelName(model, requested),
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
}

/** One choice was requested; its text is the only block. */
async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  requested: string,
): AsyncGenerator<ProviderEvent> {
  const end = { stopReason: "unknown", inputTokens: 0, outputTokens: 0 };
  let state: "new" | "started" | "in block" = "new";
  for await (const { data } of stream) {
    if (data === "[DONE]") {
      if (state === "in block") yield { kind: "block_stop", index: 0 };
      yield { kind: "stop", ...end };
      return;
    }
    const chunk = readUsable(data);
    takeFacts(end, chunk);
    if (state === "new") {
      const model = modelName(chunk.model, requested);
      yield { kind: "start", model, inputTokens: end.inputTokens };
      state = "started";
    }
    const text = chunk.choices[0]?.delta.content;
    if (!text) continue;
    if (state === "started") yield { kind: "block_start", index: 0 };
    state = "in block";
    yield { kind: "text", index: 0, text };
  }
  throw new ProviderError("unavailable");
}

interface EndFacts {
  stopReason: string;
  inputTokens: number;
  outputTokens: number;
}

/** The facts of the end are spread over the chunks. */
function takeFacts(end: EndFacts, { choices, usage }: ChatCompletionChunk): void {
  end.inputTokens = usage?.prompt_tokens ?? end.inputTokens;
  end.outputTokens = usage?.completion_tokens ?? end.outputTokens;
  const reason = choices[0]?.finish_reason;
  if (typeof reason === "string") end.stopReason = stopReason(reason);
}

/** @throws ProviderError, also for an error that a server sends in the middle of an answer */
function readUsable(data: string): ChatCompletionChunk {
  const value = jsonOf(data);
  if (typeof value === "object" && value !== null && "error" in value)
    throw new ProviderError("unavailable");
  return readChunk(value);
}
