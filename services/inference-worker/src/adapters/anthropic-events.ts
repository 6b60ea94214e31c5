import { MESSAGES_ERROR_STATUS, MessagesEvent, type ServerSentEvent } from "@veil/llm-dialects";
import { ProviderError, type ProviderEvent, type ProviderRequest } from "../ports.ts";
import { modelName, stopReason, stopSequence } from "./answer-facts.ts";
import { statusError } from "./provider-http.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";
import { calledTool } from "./tools.ts";

const readEvent = readProviderData(MessagesEvent);

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

export async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  request: ProviderRequest,
): AsyncGenerator<ProviderEvent> {
  /** Of texts and calls of tools, by the provider's index; other kinds, such as thoughts, are left out. */
  const indexes = new Map<number, number>();
  const end: EndFacts = { stopReason: "unknown", inputTokens: 0, outputTokens: 0 };
  for await (const sent of stream) {
    const event = readKnown(sent);
    if (event === undefined) continue;
    switch (event.type) {
      case "message_start": {
        const { model, usage } = event.message;
        end.inputTokens = usage.input_tokens;
        const { inputTokens } = end;
        yield { kind: "start", model: modelName(model, request.model), inputTokens };
        break;
      }
      case "message_delta":
        takeFacts(end, event, request);
        break;
      case "message_stop":
        yield { kind: "stop", ...end };
        return;
      case "ping":
        yield { kind: "ping" };
        break;
      case "error":
        throw streamError(event.error.type);
      default:
        yield* blockEvents(event, indexes, request);
    }
  }
  // Cut off before its end.
  throw new ProviderError("unavailable");
}

interface EndFacts {
  stopReason: string;
  stopSequence?: string;
  inputTokens: number;
  outputTokens: number;
}

type DeltaEvent = Extract<MessagesEvent, { type: "message_delta" }>;

function takeFacts(end: EndFacts, { delta, usage }: DeltaEvent, request: ProviderRequest): void {
  end.stopReason = stopReason(delta.stop_reason);
  const sequence = stopSequence(delta.stop_sequence, request.options.stop);
  if (sequence !== undefined) end.stopSequence = sequence;
  end.outputTokens = usage?.output_tokens ?? end.outputTokens;
}

function streamError(type: string): ProviderError {
  const status = MESSAGES_ERROR_STATUS.get(type);
  return status === undefined ? new ProviderError("unavailable") : statusError(status);
}

type BlockEvent = Extract<MessagesEvent, { index: number }>;

function* blockEvents(
  event: BlockEvent,
  indexes: Map<number, number>,
  request: ProviderRequest,
): Generator<ProviderEvent> {
  if (event.type === "content_block_start") {
    const { type, text, name } = event.content_block;
    if (type !== "text" && type !== "tool_use") return;
    const index = indexes.size;
    indexes.set(event.index, index);
    if (type === "tool_use")
      yield { kind: "block_start", index, tool: calledTool(name, request.options.tools) };
    else yield { kind: "block_start", index };
    if (type === "text" && text) yield { kind: "text", index, text };
    return;
  }
  const index = indexes.get(event.index);
  if (index === undefined) return;
  if (event.type === "content_block_stop") yield { kind: "block_stop", index };
  else yield* deltaEvents(event.delta, index);
}

function* deltaEvents(
  { text, partial_json: json }: Extract<BlockEvent, { delta: object }>["delta"],
  index: number,
): Generator<ProviderEvent> {
  if (text) yield { kind: "text", index, text };
  if (json) yield { kind: "arguments", index, json };
}
