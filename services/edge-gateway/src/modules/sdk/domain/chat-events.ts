import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamStart } from "../../calls/index.ts";
import { envelopeOf, type Made, toolCallId, usageOf } from "./completion-of.ts";
import { endCompliance, startCompliance } from "./compliance.ts";
import type { ChatCall } from "./read-chat-request.ts";
import { type StreamForm, sdkErrorOf } from "./stream-form.ts";

interface ChatStream {
  readonly made: Made;
  readonly open: OpenCall;
  readonly call: Pick<ChatCall, "metadata" | "includesUsage">;
}

/**
 * Yields the chunks of a streamed chat completion. The first and the last chunk with a choice have
 * the compliance metadata.
 */
export async function* chatEvents(
  { made, open, call }: ChatStream,
  answer: AsyncIterable<AnswerEvent>,
): AsyncGenerator<string> {
  let head: object | undefined;
  let calls = 0;
  for await (const event of answer) {
    if (event.kind === "start") head = headOf({ made, call }, event);
    if (event.kind === "block_start" && event.tool !== undefined) calls += 1;
    if (head === undefined) continue;
    for (const chunk of chunksOf(event, { open, call, lastCall: calls - 1, made }))
      yield written({ ...head, ...chunk });
  }
  yield END;
}

/** Returns what all chunks of an answer have in common. */
function headOf({ made, call }: Pick<ChatStream, "made" | "call">, { received }: StreamStart) {
  return {
    ...{ ...envelopeOf(made, received.model_used), object: "chat.completion.chunk" },
    ...(call.includesUsage && { usage: null }),
  };
}

interface Chunking extends ChatStream {
  /** The index of the newest tool call. */
  readonly lastCall: number;
}

function chunksOf(event: AnswerEvent, stream: Chunking): readonly object[] {
  const { open, call, lastCall, made } = stream;
  switch (event.kind) {
    case "start": {
      const metadata = { ...call.metadata, svc_compliance: startCompliance(open, event) };
      return [{ ...chunk({ role: "assistant", content: "" }), metadata }];
    }
    case "block_start": {
      if (event.tool === undefined) return [];
      const named = { id: toolCallId(`${made.id}_0`, lastCall), type: "function" };
      const called = { name: event.tool, arguments: "" };
      return [chunk({ tool_calls: [{ index: lastCall, ...named, function: called }] })];
    }
    case "text":
      return [chunk({ content: event.text })];
    case "arguments": {
      const called = { index: lastCall, function: { arguments: event.json } };
      return [chunk({ tool_calls: [called] })];
    }
    case "end": {
      const svc_compliance = endCompliance(open, event);
      const end = {
        ...{ ...chunk({}, event.result.stop_reason) },
        metadata: { ...call.metadata, svc_compliance },
      };
      return call.includesUsage ? [end, { choices: [], usage: usageOf(event.result) }] : [end];
    }
    default:
      return [];
  }
}

function chunk(delta: object, finish_reason: string | null = null) {
  return { choices: [{ index: 0, delta, logprobs: null, finish_reason }] };
}

function written(data: object): string {
  return writeEvent({ data: JSON.stringify(data) });
}

const END = writeEvent({ data: "[DONE]" });

/** OpenAI's SDKs throw when an event has a member `error`. They ignore comments. */
export const CHAT_STREAM: StreamForm = {
  ping: ": keep-alive\n\n",
  errorEvent: (error, requestId) => written(sdkErrorOf(error, requestId)),
};
