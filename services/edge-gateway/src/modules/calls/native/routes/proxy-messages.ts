import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type ProcessingResponse, ProxyRequest } from "@veil/contracts/public/proxy";
import { bodyBytesOf, contextOf, forgetBody, sendJson } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { callingKeyOf } from "../../../accounts/http.ts";
import { readNativeRequest } from "../admission/native-request.ts";
import { startNativeCall } from "../admission/run-native-call.ts";
import type { AdmittedJob, NativeDeps, OpenJob } from "../ports.ts";
import { awaitAnswer, type NativeOutcome } from "../results/await-answer.ts";

const parse = checked(ProxyRequest);
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export function proxyMessages(deps: NativeDeps): RequestHandler {
  return async function handleProxyMessages(req, res) {
    const admitted = await admitRequest(deps, req, res);
    forgetBody(req, res);
    const outcome = await awaitAnswer(deps, callingKeyOf(res), admitted, contextOf(res).steps);
    // The re-link map stays if the response was not sent completely or can be requested again.
    if (outcome.kind === "final" && !admitted.repeatable)
      res.once("finish", () => deps.onFlushed(outcome.jobId));
    sendOutcome(res, outcome);
  };
}

/**
 * Admits the request. This is a separate function so that the body is not kept in memory during the
 * wait.
 */
async function admitRequest(
  deps: NativeDeps,
  req: Request,
  res: Response,
): Promise<AdmittedJob | OpenJob> {
  const caller = callingKeyOf(res);
  const rules = { ...deps, keyPolicy: caller.entityPolicy };
  const request = await readNativeRequest(parse(req.body), rules);
  const trace = contextOf(res);
  const origin = { field: 'Field "activity_id"', trace };
  await deps.activities.require(caller.customerId, request.activity, origin);
  return await startNativeCall(deps, {
    caller,
    request,
    trace,
    idempotencyKey: idempotencyKey(req.get("idempotency-key")),
    bodyBytes: bodyBytesOf(res),
  });
}

export function sendOutcome(res: Response, outcome: NativeOutcome): void {
  if (outcome.kind === "final") {
    sendJson(res, outcome.response);
    return;
  }
  const body: ProcessingResponse = { status: "processing", job_id: outcome.jobId };
  res.status(202).location(`/api/v1/proxy/jobs/${outcome.jobId}`).json(body);
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw new ApiError("invalid_field", "Idempotency-Key must be 1 to 255 visible ASCII characters");
}
