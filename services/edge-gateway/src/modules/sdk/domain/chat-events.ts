import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamStart } from "../../calls/index.ts";
import { envelopeOf, type Made, toolCallId, usageOf } from "./completion-of.ts";
import { endCompliance, startCompliance } from "./compliance.ts";
import type { ChatCall } from "./read-chat-request.ts";
import { KEEP_ALIVE, type StreamForm, sdkErrorOf } from "./stream-form.ts";

interface ChatStream {
  readonly made: Made;
  readonly open: OpenCall;
  readonly call: Pick<ChatCall, "metadata" | "includesUsage">;
}

/**
 * Creates a stream of chunks in the format of OpenAI's SDKs. The first and the last chunk with a
 * choice have the compliance metadata.
 */
export function createChatStream({ made, open, call }: ChatStream): StreamForm {
  let head = "";
  let calls = 0;
  return {
    write(event) {
      if (event.kind === "ping") return KEEP_ALIVE;
      if (event.kind === "start") head = headOf(made, event);
      if (event.kind === "block_start" && event.tool !== undefined) calls += 1;
      const chunks = chunksOf(event, { open, call, lastCall: calls - 1, made });
      const texts = chunks.map((chunk) => {
        const counted = call.includesUsage ? { usage: null, ...chunk } : chunk;
        return writeEvent({ data: `${head},${JSON.stringify(counted).slice(1)}` });
      });
      return event.kind === "end" ? [...texts, DONE].join("") : texts.join("");
    },
    // OpenAI's SDKs throw when an event has a member `error`.
    writeError: (error, requestId) =>
      writeEvent({ data: JSON.stringify(sdkErrorOf(error, requestId)) }),
  };
}

/** Returns the JSON of what all chunks of an answer have in common, without its last brace. */
function headOf(made: Made, { received }: StreamStart): string {
  const head = { ...envelopeOf(made, received.model_used), object: "chat.completion.chunk" };
  return JSON.stringify(head).slice(0, -1);
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
        ...chunk({}, event.result.stop_reason),
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

const DONE = writeEvent({ data: "[DONE]" });
