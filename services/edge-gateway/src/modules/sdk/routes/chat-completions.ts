import { randomHex } from "@veil/crypto";
import type { RequestHandler } from "express";
import { answerStreamed, answerWhole, type OpenCall } from "../../calls/index.ts";
import { createChatStream } from "../domain/chat-events.ts";
import { chatCompletionOf } from "../domain/completion-of.ts";
import { readChatRequest } from "../domain/read-chat-request.ts";
import { allowedIn, mayUse, runSdkCall, type SdkDeps } from "./sdk-route.ts";
import { sendEvents } from "./send-events.ts";

/** Handles `POST /v1/chat/completions` in the format of OpenAI's SDKs. */
export function createChatCompletion(deps: SdkDeps): RequestHandler {
  return async function handleCreateChatCompletion(req, res) {
    const call = readChatRequest(req.body, {
      ...allowedIn(deps, res),
      streaming: mayUse(deps, res, "chat_streaming"),
    });
    const use = async (open: OpenCall) => {
      const made = { id: randomHex(deps.calls.random), nowMs: deps.calls.nowMs() };
      if (call.isStreamed) {
        const form = createChatStream({ made, open, call });
        await sendEvents(res, answerStreamed(deps.calls, open), form, deps);
      } else {
        const answer = await answerWhole(deps.calls, open);
        res.json(chatCompletionOf(made, open, answer, call.metadata));
      }
    };
    await runSdkCall(deps, call, { req, res }, { use });
  };
}
