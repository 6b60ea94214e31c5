import type { ApiError } from "@veil/contracts/errors";
import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamStart } from "../../calls/index.ts";
import { complianceOf } from "./compliance.ts";
import { toolUseId, usageOf } from "./message-of.ts";
import { sdkError, sdkErrorBody } from "./sdk-error.ts";

/** Yields the server-sent events of a streamed message in the format of Anthropic's SDKs. */
export async function* messageEvents(
  id: string,
  open: OpenCall,
  answer: AsyncIterable<AnswerEvent>,
): AsyncGenerator<string> {
  let trace: StreamStart["trace"] | undefined;
  for await (const event of answer) {
    if (event.kind === "start") trace = event.trace;
    if (event.kind !== "end") yield* eventsOf(id, open, event);
    else if (trace !== undefined) yield* endEvents(open, event, trace);
  }
}

export const PING_EVENT = written({ type: "ping" });

/** Returns the event that replaces the rest of an answer after an error. */
export function errorEvent(error: ApiError, requestId: string): string {
  const refusal = sdkError(error);
  return written(sdkErrorBody(refusal.status, refusal.toBody(requestId)));
}

type EndEvent = Extract<AnswerEvent, { kind: "end" }>;

function* eventsOf(
  id: string,
  open: OpenCall,
  event: Exclude<AnswerEvent, EndEvent>,
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
    case "block_stop":
      yield written({ type: "content_block_stop", index: event.index });
      break;
    case "ping":
      yield PING_EVENT;
  }
}

function* endEvents(
  open: OpenCall,
  { result, stopSequence, relinked }: EndEvent,
  trace: StreamStart["trace"],
): Iterable<string> {
  const delta = { stop_reason: result.stop_reason, stop_sequence: stopSequence ?? null };
  const metadata = { svc_compliance: complianceOf(open, streamedAs({ result, relinked, trace })) };
  yield written({ type: "message_delta", delta, usage: usageOf(result), metadata });
  yield written({ type: "message_stop" });
}

/** Adds `dlpRedacted`, which is always false because nothing in a stream is redacted. */
function streamedAs<T extends object>(answer: T) {
  return { ...answer, dlpRedacted: false };
}

function startOfBlock(
  id: string,
  { index, tool: name }: Extract<AnswerEvent, { kind: "block_start" }>,
) {
  return name === undefined
    ? { type: "text", text: "" }
    : { type: "tool_use", id: toolUseId(id, index), name, input: {} };
}

/**
 * Returns the message at the start of a stream. SDKs read the metadata only here, so it contains
 * all fields as far as they are known now. `relinked` states whether values will be restored.
 */
function startOf(id: string, open: OpenCall, { received, trace }: StreamStart) {
  const { input, prepared } = open;
  const relinked = input.relink && prepared.sanitisation.findings > 0;
  const svc_compliance = complianceOf(open, streamedAs({ result: received, relinked, trace }));
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: received.model_used,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf({ ...received, output_tokens: 0 }),
    metadata: { svc_compliance },
  };
}

/** Writes an event. It has a name, because SDKs ignore data without one. */
function written(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return writeEvent({ event: data.type, data: JSON.stringify(data) });
}
