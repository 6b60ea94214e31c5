import { ApiError } from "@veil/contracts/errors";
import { randomHex } from "@veil/crypto";
import type { RequestHandler } from "express";
import { answerStreamed, answerWhole, type OpenCall } from "../../calls/index.ts";
import { readResponsesRequest } from "../domain/responses/read-responses-request.ts";
import { createResponseStream } from "../domain/responses/response-events.ts";
import { responseOf } from "../domain/responses/response-of.ts";
import { allowedIn, mayUse, runSdkCall, type SdkDeps } from "./sdk-route.ts";
import { sendEvents } from "./send-events.ts";

/** Handles `POST /v1/responses` in the format of OpenAI's Responses API. Nothing is stored. */
export function createResponse(deps: SdkDeps): readonly RequestHandler[] {
  return [
    requireResponses(deps),
    async function handleCreateResponse(req, res) {
      const call = readResponsesRequest(req.body, allowedIn(deps, res));
      const use = async (open: OpenCall) => {
        const made = { id: randomHex(deps.calls.random), nowMs: deps.calls.nowMs() };
        if (call.isStreamed) {
          const form = createResponseStream({ made, open, call });
          await sendEvents(res, answerStreamed(deps.calls, open), form, deps);
        } else res.json(responseOf(made, open, call, await answerWhole(deps.calls, open)));
      };
      await runSdkCall(deps, call, { req, res }, { use });
    },
  ];
}

/** Refuses keys without the extension like a deployment without the endpoint. */
function requireResponses(deps: SdkDeps): RequestHandler {
  return function checkExtension(_req, res, next) {
    if (!mayUse(deps, res, "responses"))
      throw new ApiError("not_found", "This path does not exist");
    next();
  };
}
