import { randomHex } from "@veil/crypto";
import { bodyBytesOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { answerWhole, type OpenCall } from "../../calls/index.ts";
import { chatCompletionOf } from "../domain/chat-completion-of.ts";
import { readChatRequest } from "../domain/read-chat-request.ts";
import { mayUseTools, runSdkCall, type SdkDeps } from "./sdk-route.ts";

/** `POST /v1/chat/completions`, as OpenAI's SDKs call it. */
export function createChatCompletion(deps: SdkDeps): RequestHandler {
  return async function handleCreateChatCompletion(req, res) {
    const call = readChatRequest(req.body, {
      tools: mayUseTools(deps, res),
      bytes: bodyBytesOf(res),
    });
    const use = async (open: OpenCall) => {
      const answer = await answerWhole(deps.calls, open);
      const made = { id: randomHex(deps.random), nowMs: deps.calls.nowMs() };
      res.json(chatCompletionOf(made, open, answer, call.metadata));
    };
    await runSdkCall(deps, call, { req, res }, { use });
  };
}
