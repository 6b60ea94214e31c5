import { ApiError } from "@veil/contracts/errors";
import type { SdkTokenCount } from "@veil/contracts/public/sdk/messages";
import { randomHex } from "@veil/crypto";
import { contextOf, sendJson } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import {
  answerStreamed,
  answerWhole,
  type OpenCall,
  runUncountedCall,
  upstreamRefusal,
} from "../../calls/index.ts";
import { withBetas } from "../domain/betas.ts";
import { createMessageStream } from "../domain/message-events.ts";
import { messageOf } from "../domain/message-of.ts";
import { readMessagesRequest, readTokenCountRequest } from "../domain/read-messages-request.ts";
import { requireCleanSystem, systemTexts } from "../domain/sdk-call.ts";
import { allowedIn, runSdkCall, type SdkDeps } from "./sdk-route.ts";
import { sendEvents } from "./send-events.ts";

/** Handles `POST /v1/messages` in the format of Anthropic's SDKs. */
export function createMessage(deps: SdkDeps): RequestHandler {
  return async function handleCreateMessage(req, res) {
    const read = readMessagesRequest(req.body, allowedIn(deps, res));
    const call = withBetas(read, req.get("anthropic-beta"));
    if (call.isStreamed && !deps.streamingEnabled) throw notStreamed();
    await requireCleanSystem(deps.calls.scans, systemTexts(call.content));
    const id = randomHex(deps.calls.random);
    const use = async (open: OpenCall) => {
      if (call.isStreamed) {
        const form = createMessageStream(id, open);
        await sendEvents(res, answerStreamed(deps.calls, open), form, deps);
      } else sendJson(res, messageOf(id, open, await answerWhole(deps.calls, open)));
    };
    await runSdkCall(deps, call, { req, res }, { use });
  };
}

function notStreamed(): ApiError {
  return new ApiError("streaming_not_supported", 'Field "stream": streaming is not enabled here', {
    hint: "Send the request without stream. An operator can set STREAMING_ENABLED",
  });
}

/**
 * Handles `POST /v1/messages/count_tokens`. The provider counts the tokens of the sanitised
 * messages.
 */
export function countTokens(deps: SdkDeps): RequestHandler {
  return async function handleCountTokens(req, res) {
    const read = readTokenCountRequest(req.body, allowedIn(deps, res));
    const call = withBetas(read, req.get("anthropic-beta"));
    await requireCleanSystem(deps.calls.scans, systemTexts(call.content));
    const use = ({ job }: OpenCall) => deps.calls.inferences.tokens(job, contextOf(res).gone());
    const result = await runSdkCall(deps, call, { req, res }, { use, run: runUncountedCall });
    if (result.outcome === "failed") throw upstreamRefusal(result);
    const body: SdkTokenCount = { input_tokens: result.input_tokens };
    res.json(body);
  };
}
