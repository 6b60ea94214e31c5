import type { Request, RequestHandler } from "express";
import { jobNotFound, outcomeOf } from "../domain/pipeline/run-native-call.ts";
import { callerOf } from "../middleware/authenticate.ts";
import { answerOutcome, type ProxyDeps } from "./proxy-messages.ts";

/** `GET /api/v1/proxy/jobs/{job_id}`: 202 while processing, then the final answer. */
export function readJob(deps: ProxyDeps): RequestHandler {
  return async function handleReadJob(req, res) {
    const job = await deps.jobs.find(jobIdOf(req));
    answerOutcome(res, outcomeOf(deps, callerOf(res), job));
  };
}

/** `DELETE /api/v1/proxy/jobs/{job_id}`: nothing of it is kept. */
export function deleteJob({ jobs }: ProxyDeps): RequestHandler {
  return async function handleDeleteJob(req, res) {
    if (!(await jobs.delete(callerOf(res).customerId, jobIdOf(req)))) throw jobNotFound();
    res.status(204).end();
  };
}

function jobIdOf({ params }: Request): string {
  return String(params["job_id"]);
}
