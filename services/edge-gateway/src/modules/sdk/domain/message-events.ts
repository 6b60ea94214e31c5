import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamEnd, StreamStart } from "../../calls/index.ts";
import { endCompliance, startCompliance } from "./compliance.ts";
import { toolUseId, usageOf } from "./message-of.ts";
import { type StreamForm, sdkErrorOf } from "./stream-form.ts";

/** Creates a stream in the format of Anthropic's SDKs. */
export function createMessageStream(id: string, open: OpenCall): StreamForm {
  return {
    write(event) {
      switch (event.kind) {
        case "start":
          return written({ type: "message_start", message: startOf(id, open, event) });
        case "block_start": {
          const content_block = startOfBlock(id, event);
          return written({ type: "content_block_start", index: event.index, content_block });
        }
        case "text":
          return delta(event, { type: "text_delta", text: event.text });
        case "arguments":
          return delta(event, { type: "input_json_delta", partial_json: event.json });
        case "thinking":
          return delta(event, { type: "thinking_delta", thinking: event.thinking });
        case "signature":
          return delta(event, { type: "signature_delta", signature: event.signature });
        case "block_stop":
          return written({ type: "content_block_stop", index: event.index });
        case "ping":
          return written({ type: "ping" });
        case "end":
          return endEvents(open, event);
      }
    },
    writeError: (error, requestId) => written(sdkErrorOf(error, requestId)),
  };
}

function delta({ index }: { readonly index: number }, content: object): string {
  return written({ type: "content_block_delta", index, delta: content });
}

function endEvents(open: OpenCall, end: StreamEnd): string {
  const { result, stopSequence } = end;
  const ending = { stop_reason: result.stop_reason, stop_sequence: stopSequence ?? null };
  const metadata = { svc_compliance: endCompliance(open, end) };
  return (
    written({ type: "message_delta", delta: ending, usage: usageOf(result), metadata }) +
    written({ type: "message_stop" })
  );
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
