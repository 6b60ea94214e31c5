import { checkedJson } from "@veil/contracts/parsing";
import { CallArguments } from "@veil/contracts/tools";
import type { SimulatedAnswer } from "./dialect.ts";

const parseArguments = checkedJson(CallArguments);

export function messageOf(answer: SimulatedAnswer) {
  const { id, model, inputTokens, outputTokens } = answer;
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [] as object[],
    ...endOf(answer),
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  };
}

export function endOf({ choices, calls, refusal }: SimulatedAnswer) {
  if (calls.length > 0) return { stop_reason: "tool_use", stop_sequence: null };
  const stop_sequence = choices[0]?.stopSequence ?? null;
  const stop_reason = stop_sequence === null ? "end_turn" : "stop_sequence";
  return { stop_reason: refusal ? "refusal" : stop_reason, stop_sequence };
}

/** Returns the blocks with thoughts, which models send even if the request does not enable them. */
export function thoughtBlocks({ thought }: SimulatedAnswer) {
  if (thought === undefined) return [];
  return [
    { type: "thinking", thinking: thought, signature: SIGNATURE },
    { type: "redacted_thinking", data: SIGNATURE },
  ];
}

/**
 * Returns the blocks of tool calls. A model may stop within the arguments; then the provider sends
 * an empty object.
 */
export function callBlocks({ id, calls }: SimulatedAnswer) {
  return calls.map(({ name, arguments: json }, index) => ({
    ...{ type: "tool_use", id: callId(id, index), name, input: objectOf(json) },
  }));
}

export function callId(id: string, index: number): string {
  return `toolu_${id.slice(0, 20)}${index}`;
}

function objectOf(json: string): Record<string, unknown> {
  try {
    return parseArguments(json);
  } catch {
    return {};
  }
}

export const SIGNATURE = "EqQBCgIYAhIkc2ltdWxhdGVk";
