import type { ApiError } from "@veil/contracts/errors";
import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamStart } from "../../calls/index.ts";
import { basicCompliance } from "./compliance.ts";
import { toolUseId, usageOf } from "./message-of.ts";
import { sdkError, sdkErrorBody } from "./sdk-error.ts";

/** The server-sent events of a streamed message, as Anthropic's SDKs read them. */
export async function* messageEvents(
  id: string,
  open: OpenCall,
  answer: AsyncIterable<AnswerEvent>,
): AsyncGenerator<string> {
  for await (const event of answer) yield* eventsOf(id, open, event);
}

export const PING_EVENT = written({ type: "ping" });

/** Instead of the rest of an answer. */
export function errorEvent(error: ApiError, requestId: string): string {
  const refusal = sdkError(error);
  return written(sdkErrorBody(refusal.status, refusal.toBody(requestId)));
}

function* eventsOf(id: string, open: OpenCall, event: AnswerEvent): Iterable<string> {
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
    case "block_stop":
      yield written({ type: "content_block_stop", index: event.index });
      break;
    case "ping":
      yield PING_EVENT;
      break;
    case "end": {
      const { stopReason: stop_reason, stopSequence: stop_sequence = null } = event;
      const usage = { output_tokens: event.outputTokens };
      yield written({ type: "message_delta", delta: { stop_reason, stop_sequence }, usage });
      yield written({ type: "message_stop" });
    }
  }
}

function startOfBlock(
  id: string,
  { index, tool: name }: Extract<AnswerEvent, { kind: "block_start" }>,
) {
  return name === undefined
    ? { type: "text", text: "" }
    : { type: "tool_use", id: toolUseId(id, index), name, input: {} };
}

function startOf(id: string, open: OpenCall, { model, inputTokens, trace }: StreamStart) {
  const svc_compliance = { ...basicCompliance(open), compliance_trace: trace };
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf({ input_tokens: inputTokens, output_tokens: 0 }),
    metadata: { svc_compliance },
  };
}

/** SDKs drop data without the name of its event. */
function written(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return writeEvent({ event: data.type, data: JSON.stringify(data) });
}
