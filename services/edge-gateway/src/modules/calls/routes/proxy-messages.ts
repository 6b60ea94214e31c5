import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type ProcessingResponse, ProxyRequest } from "@veil/contracts/public/proxy";
import { bodyBytesOf, contextOf, forgetBody } from "@veil/http-kit";
import type { Request, RequestHandler, Response } from "express";
import { callerOf } from "../../accounts/http.ts";
import type { AdmittedJob, OpenJob } from "../domain/admitted-job.ts";
import { awaitAnswer, type NativeOutcome } from "../domain/await-answer.ts";
import { readNativeRequest } from "../domain/native-request.ts";
import { type NativeCallDeps, startNativeCall } from "../domain/run-native-call.ts";

export interface ProxyDeps extends NativeCallDeps {
  readonly modelsAllowed: readonly string[];
  readonly defaultMaxTokens: number;
}

const parse = checked(ProxyRequest);
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** `POST /api/v1/proxy/messages`, after authentication, limits and body. */
export function proxyMessages(deps: ProxyDeps): RequestHandler {
  return async function handleProxyMessages(req, res) {
    const admitted = await admitRequest(deps, req, res);
    forgetBody(req, res);
    const outcome = await awaitAnswer(deps, callerOf(res), admitted);
    // A response that did not reach the client, and one that may be asked for again, leave the map.
    if (outcome.kind === "final" && !admitted.repeatable)
      res.once("finish", () => deps.onFlushed(outcome.jobId));
    answerOutcome(res, outcome);
  };
}

/** In a function of its own: nothing of the body is held while the answer is waited for. */
async function admitRequest(
  deps: ProxyDeps,
  req: Request,
  res: Response,
): Promise<AdmittedJob | OpenJob> {
  const caller = callerOf(res);
  const rules = { ...deps, keyPolicy: caller.entityPolicy };
  return await startNativeCall(deps, {
    caller,
    request: await readNativeRequest(parse(req.body), rules),
    trace: contextOf(res),
    idempotencyKey: idempotencyKey(req.get("idempotency-key")),
    bodyBytes: bodyBytesOf(res),
  });
}

/** 200 with the final answer, or 202 with where to ask for it. */
export function answerOutcome(res: Response, outcome: NativeOutcome): void {
  if (outcome.kind === "final") {
    res.json(outcome.response);
    return;
  }
  const body: ProcessingResponse = { status: "processing", job_id: outcome.jobId };
  res.status(202).location(`/api/v1/proxy/jobs/${outcome.jobId}`).json(body);
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw new ApiError("invalid_field", "Idempotency-Key must be 1 to 255 visible ASCII characters");
}
