import type { SdkChatCompletion } from "@veil/contracts/public/sdk/chat";
import { randomHex } from "@veil/crypto";
import { bodyBytesOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import {
  answerWhole,
  type DirectAnswer,
  type DirectChoice,
  type OpenCall,
} from "../../calls/index.ts";
import { complianceOf } from "../domain/compliance.ts";
import { type ChatCall, readChatRequest } from "../domain/read-chat-request.ts";
import { mayUseTools, runSdkCall, type SdkDeps } from "./sdk-route.ts";

/** Handles `POST /v1/chat/completions` in the format of OpenAI's SDKs. */
export function createChatCompletion(deps: SdkDeps): RequestHandler {
  return async function handleCreateChatCompletion(req, res) {
    const call = readChatRequest(req.body, {
      tools: mayUseTools(deps, res),
      bytes: bodyBytesOf(res),
    });
    const use = async (open: OpenCall) => {
      const answer = await answerWhole(deps.calls, open);
      const made = { id: randomHex(deps.calls.random), nowMs: deps.calls.nowMs() };
      res.json(chatCompletionOf(made, open, answer, call.metadata));
    };
    await runSdkCall(deps, call, { req, res }, { use });
  };
}

interface Made {
  readonly id: string;
  readonly nowMs: number;
}

/** Returns the answer in the format of OpenAI's SDKs. */
function chatCompletionOf(
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
