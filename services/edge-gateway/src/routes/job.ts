import type { Request, RequestHandler } from "express";
import { jobNotFound, outcomeOf } from "../domain/pipeline/run-native-call.ts";
import { callerOf } from "../middleware/authenticate.ts";
import { answerOutcome, type ProxyDeps } from "./proxy-messages.ts";

/** `GET /api/v1/proxy/jobs/{job_id}`: 202 while processing, then the final answer. */
export function readJob(deps: ProxyDeps): RequestHandler {
  return async function handleReadJob(req, res) {
    const job = await deps.jobs.find(jobIdOf(req));
    answerOutcome(res, await outcomeOf(deps, callerOf(res), job));
  };
}

/** `DELETE /api/v1/proxy/jobs/{job_id}`: nothing of it is kept. */
export function deleteJob({ jobs }: ProxyDeps): RequestHandler {
  return async function handleDeleteJob(req, res) {
    if (!(await jobs.delete(callerOf(res).customerId, jobIdOf(req)))) throw jobNotFound();
    res.status(204).end();
  };
}

const JOB_ID = /^job_[0-9a-f]{32}$/;

/** Whatever else stands in the path was never an id, and may be nothing that a database takes. */
function jobIdOf({ params }: Request): string {
  const jobId = String(params["job_id"]);
  if (!JOB_ID.test(jobId)) throw jobNotFound();
  return jobId;
}
