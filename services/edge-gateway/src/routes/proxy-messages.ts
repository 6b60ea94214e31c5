import { ApiError } from "@veil/contracts/errors";
import { type ProcessingResponse, ProxyRequest } from "@veil/contracts/public/proxy";
import { checked, contextOf } from "@veil/http-kit";
import type { RequestHandler, Response } from "express";
import { readNativeRequest } from "../domain/pipeline/native-request.ts";
import {
  type NativeCallDeps,
  type NativeOutcome,
  runNativeCall,
} from "../domain/pipeline/run-native-call.ts";
import { callerOf } from "../middleware/authenticate.ts";

export interface ProxyDeps extends NativeCallDeps {
  readonly modelsAllowed: readonly string[];
  readonly defaultMaxTokens: number;
}

const parse = checked(ProxyRequest);
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** `POST /api/v1/proxy/messages`, after authentication, limits and body. */
export function proxyMessages(deps: ProxyDeps): RequestHandler {
  return async function handleProxyMessages(req, res) {
    const request = readNativeRequest(parse(req.body), deps);
    const outcome = await runNativeCall(deps, {
      caller: callerOf(res),
      request,
      trace: contextOf(res),
      idempotencyKey: idempotencyKey(req.get("idempotency-key")),
      bodyText: JSON.stringify(req.body),
    });
    answerOutcome(res, outcome, deps);
  };
}

/** 200 with the final answer, or 202 with where to ask for it. */
export function answerOutcome(
  res: Response,
  outcome: NativeOutcome,
  { onFlushed }: ProxyDeps,
): void {
  const { jobId } = outcome;
  if (outcome.kind === "processing") {
    const body: ProcessingResponse = { status: "processing", job_id: jobId };
    res.status(202).location(`/api/v1/proxy/jobs/${jobId}`).json(body);
    return;
  }
  // A response that did not reach the client leaves the map for another try.
  res.once("finish", () => onFlushed(jobId));
  res.json(outcome.response);
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw new ApiError("invalid_field", "Idempotency-Key must be 1 to 255 visible ASCII characters");
}
