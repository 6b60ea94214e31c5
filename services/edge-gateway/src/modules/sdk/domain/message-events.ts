import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamEnd, StreamStart } from "../../calls/index.ts";
import { endCompliance, startCompliance } from "./compliance.ts";
import { toolUseId, usageOf } from "./message-of.ts";
import { type StreamForm, sdkErrorOf } from "./stream-form.ts";

/** Yields the server-sent events of a streamed message in the format of Anthropic's SDKs. */
export async function* messageEvents(
  id: string,
  open: OpenCall,
  answer: AsyncIterable<AnswerEvent>,
): AsyncGenerator<string> {
  for await (const event of answer) {
    if (event.kind !== "end") yield* eventsOf(id, open, event);
    else yield* endEvents(open, event);
  }
}

export const MESSAGE_STREAM: StreamForm = {
  ping: written({ type: "ping" }),
  errorEvent: (error, requestId) => written(sdkErrorOf(error, requestId)),
};

function* eventsOf(
  id: string,
  open: OpenCall,
  event: Exclude<AnswerEvent, StreamEnd>,
): Iterable<string> {
  switch (event.kind) {
    case "start":
      yield written({ type: "message_start", message: startOf(id, open, event) });
      break;
    case "block_start": {
      const content_block = startOfBlock(id, event);
      yield written({ type: "content_block_start", index: event.index, content_block });
      break;
    }
    case "text": {
      const delta = { type: "text_delta", text: event.text };
      yield written({ type: "content_block_delta", index: event.index, delta });
      break;
    }
    case "arguments": {
      const delta = { type: "input_json_delta", partial_json: event.json };
      yield written({ type: "content_block_delta", index: event.index, delta });
      break;
    }
    case "thinking": {
      const delta = { type: "thinking_delta", thinking: event.thinking };
      yield written({ type: "content_block_delta", index: event.index, delta });
      break;
    }
    case "signature": {
      const delta = { type: "signature_delta", signature: event.signature };
      yield written({ type: "content_block_delta", index: event.index, delta });
      break;
    }
    case "block_stop":
      yield written({ type: "content_block_stop", index: event.index });
      break;
    case "ping":
      yield MESSAGE_STREAM.ping;
  }
}

function* endEvents(open: OpenCall, end: StreamEnd): Iterable<string> {
  const { result, stopSequence } = end;
  const delta = { stop_reason: result.stop_reason, stop_sequence: stopSequence ?? null };
  const metadata = { svc_compliance: endCompliance(open, end) };
  yield written({ type: "message_delta", delta, usage: usageOf(result), metadata });
  yield written({ type: "message_stop" });
}

function startOfBlock(
  id: string,
  { index, tool: name, thought }: Extract<AnswerEvent, { kind: "block_start" }>,
) {
  if (thought?.type === "thinking") return { ...thought, thinking: "", signature: "" };
  if (thought !== undefined) return thought;
  return name === undefined
    ? { type: "text", text: "" }
    : { type: "tool_use", id: toolUseId(id, index), name, input: {} };
}

/** Returns the message at the start of a stream. SDKs read the metadata only here. */
function startOf(id: string, open: OpenCall, start: StreamStart) {
  const { received } = start;
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: received.model_used,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf({ ...received, output_tokens: 0 }),
    metadata: { svc_compliance: startCompliance(open, start) },
  };
}

/** Writes an event. It has a name, because SDKs ignore data without one. */
function written(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return writeEvent({ event: data.type, data: JSON.stringify(data) });
}
