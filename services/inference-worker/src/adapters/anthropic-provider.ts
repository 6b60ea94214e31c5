import {
  MessagesEvent,
  type MessagesRequest,
  MessagesResponse,
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

const readMessage = readProviderData(MessagesResponse);
const readEvent = readProviderData(MessagesEvent);

// The version that still takes sampling parameters.
const API_VERSION = "2023-06-01";

export function createAnthropicProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  const postOf = (request: ProviderRequest, body: MessagesRequest) => ({
    path: "/v1/messages",
    headers: { "x-api-key": request.apiKey, "anthropic-version": API_VERSION },
    body,
    timeoutMs: request.timeoutMs,
    signal: request.signal,
  });
  return {
    async complete(request) {
      const answer = await http.post(postOf(request, bodyOf(request)));
      return answerOf(readMessage(answer), request.model);
    },
    stream: (request) =>
      eventsOf(http.stream(postOf(request, { ...bodyOf(request), stream: true })), request.model),
    close: () => http.close(),
  };
}

function answerOf(
  { model, content, stop_reason, usage }: MessagesResponse,
  requested: string,
): ProviderAnswer {
  const texts = content.map(({ type, text = "" }) => (type === "text" ? text : ""));
  const blocks = [{ type: "text" as const, text: texts.join("") }];
  return {
    choices: [{ blocks, stop_reason: stopReason(stop_reason) }],
    model: modelName(model, requested),
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
  };
}

/** Leading system messages are the `system` of this format. */
function bodyOf(request: ProviderRequest): MessagesRequest {
  const { model, messages, maxTokens, temperature, endUserId } = request;
  const first = messages.findIndex(({ role }) => role !== "system");
  const leading = first === -1 ? messages : messages.slice(0, first);
  const system = leading.flatMap(({ content }) => content);
  return {
    model,
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    metadata: { user_id: endUserId },
    ...(system.length > 0 && { system: contentOf(system) }),
    messages: messages
      .slice(leading.length)
      .map(({ role, content }) => ({ role, content: contentOf(content) })),
  };
}

const KNOWN: ReadonlySet<unknown> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "ping",
  "error",
]);

/** The provider may add types of events at any time. */
function readKnown({ data }: ServerSentEvent): MessagesEvent | undefined {
  const value = jsonOf(data) as { readonly type?: unknown } | null;
  return KNOWN.has(value?.type) ? readEvent(value) : undefined;
}

async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  requested: string,
): AsyncGenerator<ProviderEvent> {
  /** Of the text blocks, by the provider's index; other kinds are left out. */
  const indexes = new Map<number, number>();
  const end = { stopReason: "unknown", inputTokens: 0, outputTokens: 0 };
  for await (const sent of stream) {
    const event = readKnown(sent);
    if (event === undefined) continue;
    switch (event.type) {
      case "message_start":
        end.inputTokens = event.message.usage.input_tokens;
        yield {
          kind: "start",
          model: modelName(event.message.model, requested),
          inputTokens: end.inputTokens,
        };
        break;
      case "message_delta":
        end.stopReason = stopReason(event.delta.stop_reason);
        end.outputTokens = event.usage?.output_tokens ?? end.outputTokens;
        break;
      case "message_stop":
        yield { kind: "stop", ...end };
        return;
      case "ping":
        yield { kind: "ping" };
        break;
      case "error":
        throw new ProviderError(REFUSALS.has(event.error.type) ? "refused" : "unavailable");
      default:
        yield* blockEvents(event, indexes);
    }
  }
  // Cut off before its end.
  throw new ProviderError("unavailable");
}

/** Types of `error` events that another attempt would get as well. */
const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "not_found_error",
  "request_too_large",
]);

type BlockEvent = Extract<MessagesEvent, { index: number }>;

function* blockEvents(event: BlockEvent, indexes: Map<number, number>): Generator<ProviderEvent> {
  if (event.type === "content_block_start" && event.content_block.type === "text")
    indexes.set(event.index, indexes.size);
  const index = indexes.get(event.index);
  if (index === undefined) return;
  switch (event.type) {
    case "content_block_start":
      yield { kind: "block_start", index };
      if (event.content_block.text) yield { kind: "text", index, text: event.content_block.text };
      return;
    case "content_block_delta":
      if (event.delta.text) yield { kind: "text", index, text: event.delta.text };
      return;
    case "content_block_stop":
      yield { kind: "block_stop", index };
  }
}
