import type { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import type { DirectAnswer, DirectChoice, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "./compliance.ts";
import type { ChatCall } from "./read-chat-request.ts";

interface Made {
  readonly id: string;
  readonly nowMs: number;
}

/** The answer as OpenAI's SDKs read it. */
export function chatCompletionOf(
  { id, nowMs }: Made,
  open: OpenCall,
  answer: DirectAnswer,
  metadata: ChatCall["metadata"],
): SdkChatCompletion {
  const { result, choices } = answer;
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: Math.floor(nowMs / 1000),
    model: result.model_used,
    choices: choices.map((choice, index) => ({
      index,
      message: messageOf(`${id}_${index}`, choice),
      logprobs: null,
      finish_reason: choice.stopReason,
    })),
    usage: {
      ...result.usage_details,
      prompt_tokens: result.input_tokens,
      completion_tokens: result.output_tokens,
      total_tokens: result.input_tokens + result.output_tokens,
    },
    metadata: { ...metadata, svc_compliance: complianceOf(open, answer) },
  };
}

function messageOf(
  id: string,
  { text, calls }: DirectChoice,
): SdkChatCompletion["choices"][number]["message"] {
  const said = { role: "assistant" as const, refusal: null };
  if (calls.length === 0) return { ...said, content: text };
  const tool_calls = calls.map((called, index) => ({
    ...{ id: `call_${id}_${index}`, type: "function" as const, function: called },
  }));
  return { ...said, content: text === "" ? null : text, tool_calls };
}
