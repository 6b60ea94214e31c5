import type { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import type { DirectAnswer, DirectChoice, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "./compliance.ts";
import type { ChatCall } from "./read-chat-request.ts";

/** What distinguishes an answer: a random id, and the time at which the answer began. */
export interface Made {
  readonly id: string;
  readonly nowMs: number;
}

/** Returns the answer in the format of OpenAI's SDKs. */
export function chatCompletionOf(
  made: Made,
  open: OpenCall,
  answer: DirectAnswer,
  metadata: ChatCall["metadata"],
): SdkChatCompletion {
  const { result, choices } = answer;
  return {
    ...envelopeOf(made, result.model_used),
    object: "chat.completion",
    choices: choices.map((choice, index) => ({
      index,
      message: messageOf(`${made.id}_${index}`, choice),
      logprobs: null,
      finish_reason: choice.stopReason,
    })),
    usage: usageOf(result),
    metadata: { ...metadata, svc_compliance: complianceOf(open, answer) },
  };
}

/** Returns the first fields of an answer, and of each chunk of a streamed answer. */
export function envelopeOf({ id, nowMs }: Made, model: string) {
  return { id: `chatcmpl-${id}`, created: Math.floor(nowMs / 1000), model };
}

/** Creates the id of a tool call. The provider's own ids never leave the worker. */
export function toolCallId(id: string, index: number): string {
  return `call_${id}_${index}`;
}

type TokenUsage = Pick<DirectAnswer["result"], "input_tokens" | "output_tokens" | "usage_details">;

/** Returns the token counts, including all other details that the provider returned. */
export function usageOf({ input_tokens, output_tokens, usage_details }: TokenUsage) {
  return {
    ...usage_details,
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens: input_tokens + output_tokens,
  };
}

function messageOf(
  id: string,
  { text, calls }: DirectChoice,
): SdkChatCompletion["choices"][number]["message"] {
  const said = { role: "assistant" as const, refusal: null };
  if (calls.length === 0) return { ...said, content: text };
  const tool_calls = calls.map((called, index) => ({
    ...{ id: toolCallId(id, index), type: "function" as const, function: called },
  }));
  return { ...said, content: text === "" ? null : text, tool_calls };
}
