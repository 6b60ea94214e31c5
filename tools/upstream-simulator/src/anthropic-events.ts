import type { MessagesEvent, ServerSentEvent } from "@veil/llm-dialects";
import { callId, endOf, messageOf, SIGNATURE, thoughtBlocks } from "./anthropic-message.ts";
import type { SimulatedAnswer } from "./dialect.ts";

type SentEvent = MessagesEvent | { readonly type: "content_block_delta"; readonly delta: object };

/** Returns the events of a stream (API reference, "Streaming Messages"). */
export function messageEvents(
  answer: SimulatedAnswer,
  piecesOf: (text: string) => readonly string[],
): readonly ServerSentEvent[] {
  const notEnded = { stop_reason: null, stop_sequence: null };
  const start = { ...messageOf({ ...answer, outputTokens: 1 }), ...notEnded };
  const thoughts = thoughtEvents(answer, piecesOf);
  const index = thoughtBlocks(answer).length;
  const texts = answer.choices.slice(0, 1).flatMap(({ text }) => piecesOf(text));
  const all: readonly SentEvent[] = [
    { type: "message_start", message: start },
    ...thoughts,
    { type: "content_block_start", index, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...texts.map((text) => delta(index, { type: "text_delta", text })),
    { type: "content_block_stop", index },
    ...callEvents(answer, index + 1, piecesOf),
    {
      type: "message_delta",
      delta: endOf(answer),
      usage: { output_tokens: answer.outputTokens },
    },
    { type: "message_stop" },
  ];
  return all.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
}

function thoughtEvents(
  answer: SimulatedAnswer,
  piecesOf: (text: string) => readonly string[],
): readonly SentEvent[] {
  return thoughtBlocks(answer).flatMap((block, index): SentEvent[] => {
    const deltas =
      "thinking" in block
        ? [
            ...piecesOf(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
            { type: "signature_delta", signature: SIGNATURE },
          ]
        : [];
    const empty = "thinking" in block ? { ...block, thinking: "", signature: "" } : block;
    return [
      { type: "content_block_start", index, content_block: empty },
      ...deltas.map((of) => delta(index, of)),
      { type: "content_block_stop", index },
    ];
  });
}

/** Returns the events of tool calls. The first piece of arguments is empty. */
function callEvents(
  { id, calls }: SimulatedAnswer,
  from: number,
  piecesOf: (text: string) => readonly string[],
): readonly SentEvent[] {
  return calls.flatMap(({ name, arguments: json }, at): SentEvent[] => {
    const content_block = { type: "tool_use", id: callId(id, at), name, input: {} };
    const index = from + at;
    return [
      { type: "content_block_start", index, content_block },
      ...["", ...piecesOf(json)].map((partial_json) =>
        delta(index, { type: "input_json_delta", partial_json }),
      ),
      { type: "content_block_stop", index },
    ];
  });
}

const delta = (index: number, of: object) =>
  ({ type: "content_block_delta", index, delta: of }) as const;
