import type { SdkTokenCount } from "@veil/contracts/public/sdk/messages";
import { bodyBytesOf, contextOf } from "@veil/service-kit/http";
import type { RequestHandler } from "express";
import { type OpenCall, runUncountedCall, upstreamRefusal } from "../../calls/index.ts";
import { readTokenCountRequest } from "../domain/read-messages-request.ts";
import { requireCleanSystem } from "../domain/system-prompt.ts";
import { mayUseTools, runSdkCall, type SdkDeps } from "./sdk-route.ts";

/** `POST /v1/messages/count_tokens`: the provider counts the sanitised messages. */
export function countTokens(deps: SdkDeps): RequestHandler {
  return async function handleCountTokens(req, res) {
    const call = readTokenCountRequest(req.body, {
      tools: mayUseTools(deps, res),
      bytes: bodyBytesOf(res),
    });
    await requireCleanSystem(deps.calls.scans, call.content);
    const use = ({ job }: OpenCall) => deps.calls.inferences.tokens(job, contextOf(res).gone());
    const result = await runSdkCall(deps, call, { req, res }, { use, run: runUncountedCall });
    if (result.outcome === "failed") throw upstreamRefusal(result);
    const body: SdkTokenCount = { input_tokens: result.input_tokens };
    res.json(body);
  };
}
