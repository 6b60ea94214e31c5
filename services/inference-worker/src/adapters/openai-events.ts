import type { InferenceOptions } from "@veil/contracts/inference";
import { writtenObjects } from "@veil/contracts/parsing";
import {
  type AnswerContent,
  type CallDelta,
  ChatCompletionChunk,
  type ServerSentEvent,
} from "@veil/llm-dialects";
import { ProviderError, type ProviderEvent, type ProviderRequest } from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";
import { calledTool } from "./tools.ts";
import { createUsage } from "./usage.ts";

const readChunk = readProviderData(ChatCompletionChunk);

/** Converts the stream of a request for one choice. */
export async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  { model, options }: Pick<ProviderRequest, "model" | "options">,
): AsyncGenerator<ProviderEvent> {
  const facts = createFacts();
  const blocks = createBlocks(options.tools);
  let isStarted = false;
  for await (const { data } of stream) {
    if (data === "[DONE]") {
      yield* blocks.end();
      yield facts.stop();
      return;
    }
    const chunk = readUsable(data);
    facts.take(chunk);
    if (!isStarted) yield facts.start(modelName(chunk.model, model));
    isStarted = true;
    const [{ delta } = {}] = chunk.choices;
    yield* blocks.text(textOf(delta));
    for (const [at, call] of (delta?.tool_calls ?? []).entries())
      yield* blocks.call(call, () => writtenArguments(data, at));
  }
  throw new ProviderError("unavailable");
}

/** The open block: a text, or a call by its number in the provider's format, if it has one. */
type OpenBlock = "none" | "text" | "call" | number;

function isPieceOf(block: OpenBlock, { index, function: called }: CallDelta): boolean {
  if (block === "none" || block === "text") return false;
  return index === undefined ? !called?.name : index === block;
}

/**
 * Numbers the blocks of a response. A text or another tool call ends the block before it, because
 * the format sends blocks one after another and does not mark their ends.
 */
function createBlocks(tools: InferenceOptions["tools"]) {
  let index = -1;
  let current: OpenBlock = "none";

  function* start(block: OpenBlock, tool?: string): Generator<ProviderEvent> {
    yield* end();
    index += 1;
    current = block;
    yield { kind: "block_start", index, ...(tool !== undefined && { tool }) };
  }

  function* end(): Generator<ProviderEvent> {
    if (current !== "none") yield { kind: "block_stop", index };
    current = "none";
  }

  return {
    *text(text: string): Generator<ProviderEvent> {
      if (text === "") return;
      if (current !== "text") yield* start("text");
      yield { kind: "text", index, text };
    },
    *call(piece: CallDelta, written: () => string | undefined): Generator<ProviderEvent> {
      const { name, arguments: given } = piece.function ?? {};
      if (!isPieceOf(current, piece))
        yield* start(piece.index ?? "call", calledTool(name ?? undefined, tools));
      const json = typeof given === "object" && given !== null ? written() : given;
      if (json) yield { kind: "arguments", index, json };
    },
    end,
  };
}

/** Returns arguments that a server sends as an object in the notation in which it wrote them. */
function writtenArguments(data: string, call: number): string | undefined {
  const place = ["choices", "*", "delta", "tool_calls", "*", "function", "arguments"];
  const objects = writtenObjects(Buffer.from(data), [place]);
  return objects.get(`choices.0.delta.tool_calls.${call}.function.arguments`);
}

/** Collects the stop reason and the token counts, which are spread over the chunks. */
function createFacts() {
  const counted = createUsage(USAGE_NAMES);
  let reason = "unknown";
  return {
    take({ usage, choices }: ChatCompletionChunk): void {
      counted.add(usage);
      const { finish_reason } = choices[0] ?? {};
      if (typeof finish_reason === "string") reason = stopReason(finish_reason);
    },
    start(model: string): ProviderEvent {
      const { inputTokens } = counted;
      return { kind: "start", model, inputTokens, ...counted.details() };
    },
    stop(): ProviderEvent {
      const { inputTokens, outputTokens } = counted;
      return { kind: "stop", stopReason: reason, inputTokens, outputTokens, ...counted.details() };
    },
  };
}

export const USAGE_NAMES = {
  ...{ input: "prompt_tokens", output: "completion_tokens", total: "total_tokens" },
} as const;

interface Said {
  readonly content?: AnswerContent;
  readonly refusal?: string | null;
}

/** Joins the texts of the parts. */
export function textOf({ content, refusal }: Said = {}): string {
  if (!Array.isArray(content)) return content || refusal || "";
  const texts = content.map((part) =>
    typeof part === "string" ? part : isText(part) ? (part.text ?? part.refusal ?? "") : "",
  );
  return texts.join("") || refusal || "";
}

function isText({ type = "text" }: { readonly type?: string }): boolean {
  return ["text", "output_text", "refusal"].includes(type);
}

/** @throws ProviderError, even for an error that a server sends in the middle of a response */
function readUsable(data: string): ChatCompletionChunk {
  const value = jsonOf(data);
  if (typeof value === "object" && value !== null && "error" in value)
    throw new ProviderError("unavailable");
  return readChunk(value);
}
