import type { StartedThought } from "@veil/contracts/inference";
import { writtenObjects } from "@veil/contracts/parsing";
import { MESSAGES_ERROR_STATUS, MessagesEvent, type ServerSentEvent } from "@veil/llm-dialects";
import { ProviderError, type ProviderEvent, type ProviderRequest } from "../ports.ts";
import { modelName, stopReason, stopSequence } from "./answer-facts.ts";
import { statusError } from "./provider-http.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";
import { calledTool } from "./tools.ts";
import { createUsage } from "./usage.ts";

export const USAGE_NAMES = { input: "input_tokens", output: "output_tokens" } as const;

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

/**
 * Parses an event of a known type. Ignores other types, because the provider may add new types at
 * any time.
 */
function readKnown({ data }: ServerSentEvent): MessagesEvent | undefined {
  const value = jsonOf(data) as { readonly type?: unknown } | null;
  return KNOWN.has(value?.type) ? readEvent(value) : undefined;
}

export async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  request: ProviderRequest,
): AsyncGenerator<ProviderEvent> {
  const blocks: Blocks = { open: new Map(), inputs: new Map() };
  const end: EndFacts = { stopReason: "unknown" };
  const counted = createUsage(USAGE_NAMES);
  for await (const sent of stream) {
    const event = readKnown(sent);
    if (event === undefined) continue;
    switch (event.type) {
      case "message_start": {
        const { model, usage } = event.message;
        counted.add(usage);
        const { inputTokens } = counted;
        const named = { model: modelName(model, request.model) };
        yield { kind: "start", ...named, inputTokens, ...counted.details() };
        break;
      }
      case "message_delta":
        takeFacts(end, event, request);
        counted.add(event.usage);
        break;
      case "message_stop": {
        const { inputTokens, outputTokens } = counted;
        yield { kind: "stop", ...end, inputTokens, outputTokens, ...counted.details() };
        return;
      }
      case "ping":
        yield { kind: "ping" };
        break;
      case "error":
        throw streamError(event.error.type);
      default:
        yield* blockEvents(event, sent, { blocks, request });
    }
  }
  // The stream ended before its last event.
  throw new ProviderError("unavailable");
}

interface EndFacts {
  stopReason: string;
  stopSequence?: string;
}

type DeltaEvent = Extract<MessagesEvent, { type: "message_delta" }>;

function takeFacts(end: EndFacts, { delta }: DeltaEvent, request: ProviderRequest): void {
  end.stopReason = stopReason(delta.stop_reason);
  const sequence = stopSequence(delta.stop_sequence, request.options.stop);
  if (sequence !== undefined) end.stopSequence = sequence;
}

function streamError(type: string): ProviderError {
  const status = MESSAGES_ERROR_STATUS.get(type);
  return status === undefined ? new ProviderError("unavailable") : statusError(status);
}

type BlockEvent = Extract<MessagesEvent, { index: number }>;

interface OpenBlock {
  readonly index: number;
  readonly type: string;
}

interface Blocks {
  /**
   * The blocks by the provider's index: texts, tool calls, and thoughts that the request enables.
   * Other blocks are omitted.
   */
  readonly open: Map<number, OpenBlock>;
  /**
   * Arguments sent at the start of a block. They are used only if no further pieces of arguments
   * follow.
   */
  readonly inputs: Map<number, string>;
}

interface Reading {
  readonly blocks: Blocks;
  readonly request: ProviderRequest;
}

function* blockEvents(
  event: BlockEvent,
  { data }: ServerSentEvent,
  { blocks, request }: Reading,
): Generator<ProviderEvent> {
  if (event.type === "content_block_start")
    return yield* startEvents(event, data, { blocks, request });
  const block = blocks.open.get(event.index);
  if (block === undefined) return;
  const { index } = block;
  if (event.type === "content_block_stop") {
    const json = blocks.inputs.get(event.index);
    if (json !== undefined) yield { kind: "arguments", index, json };
    yield { kind: "block_stop", index };
  } else {
    if (event.delta.partial_json) blocks.inputs.delete(event.index);
    yield* deltaEvents(event.delta, block);
  }
}

function* startEvents(
  event: Extract<BlockEvent, { type: "content_block_start" }>,
  data: string,
  { blocks: { open, inputs }, request }: Reading,
): Generator<ProviderEvent> {
  const { type, text, name, input = {} } = event.content_block;
  const thought = startedThought(event.content_block, request);
  if (type !== "text" && type !== "tool_use" && thought === undefined) return;
  const index = open.size;
  open.set(event.index, { index, type });
  if (thought !== undefined) {
    yield { kind: "block_start", index, thought };
    yield* deltaEvents(event.content_block, { index, type });
    return;
  }
  if (type === "text") {
    yield { kind: "block_start", index };
    if (text) yield { kind: "text", index, text };
    return;
  }
  yield { kind: "block_start", index, tool: calledTool(name, request.options.tools) };
  if (Object.keys(input).length === 0) return;
  const written = writtenObjects(Buffer.from(data), [INPUT]).get(INPUT.join("."));
  if (written !== undefined) inputs.set(event.index, written);
}

const INPUT = ["content_block", "input"];

type StartedBlock = Extract<BlockEvent, { content_block: object }>["content_block"];

/** Returns a thought, or undefined for other blocks and where the request enables no thoughts. */
function startedThought(
  { type, data }: StartedBlock,
  { options }: ProviderRequest,
): StartedThought | undefined {
  if (options.thinking === undefined) return undefined;
  if (type === "redacted_thinking") return { type, data: data ?? "" };
  return type === "thinking" ? { type } : undefined;
}

type Delta = Partial<Extract<BlockEvent, { delta: object }>["delta"]>;

/** Yields the members that fit the type of the block. Others would appear in no claim. */
function* deltaEvents(
  { text, partial_json: json, thinking, signature }: Delta,
  { index, type }: OpenBlock,
): Generator<ProviderEvent> {
  if (text && type === "text") yield { kind: "text", index, text };
  if (json && type === "tool_use") yield { kind: "arguments", index, json };
  if (type !== "thinking") return;
  if (thinking) yield { kind: "thinking", index, thinking };
  if (signature) yield { kind: "signature", index, signature };
}
