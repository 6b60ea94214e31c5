import { ApiError } from "@veil/contracts/errors";
import { randomHex } from "@veil/crypto";
import { bodyBytesOf, sendJson } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { answerStreamed, answerWhole, type OpenCall } from "../../calls/index.ts";
import { messageEvents, PING_EVENT } from "../domain/message-events.ts";
import { messageOf } from "../domain/message-of.ts";
import { readMessagesRequest } from "../domain/read-messages-request.ts";
import { requireCleanSystem } from "../domain/system-prompt.ts";
import { withPings } from "../domain/with-pings.ts";
import { mayUseTools, runSdkCall, type SdkDeps } from "./sdk-route.ts";
import { sendEvents } from "./send-events.ts";

/** `POST /v1/messages`, as Anthropic's SDKs call it. */
export function createMessage(deps: SdkDeps): RequestHandler {
  return async function handleCreateMessage(req, res) {
    const call = readMessagesRequest(req.body, {
      tools: mayUseTools(deps, res),
      bytes: bodyBytesOf(res),
    });
    if (call.isStreamed && !deps.streamingEnabled) throw notStreamed();
    await requireCleanSystem(deps.calls.scans, call.content);
    const id = randomHex(deps.random);
    const use = async (open: OpenCall) => {
      if (call.isStreamed) {
        const events = messageEvents(id, open, answerStreamed(deps.calls, open));
        const pinged = withPings(events, PING_EVENT, deps.streamPingMs);
        await sendEvents(res, pinged, deps.streamTimeoutMs);
      } else sendJson(res, messageOf(id, open, await answerWhole(deps.calls, open)));
    };
    await runSdkCall(deps, call, { req, res }, { use });
  };
}

function notStreamed(): ApiError {
  return new ApiError("streaming_not_supported", "Streaming is not enabled here", {
    hint: "Send the request without stream. An operator can set STREAMING_ENABLED",
  });
}
