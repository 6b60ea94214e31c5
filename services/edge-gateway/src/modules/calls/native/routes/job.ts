import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { keyCallerOf } from "../../../accounts/http.ts";
import { jobNotFound } from "../admission/refusals.ts";
import { readOutcome, removeJob } from "../results/job-lookup.ts";
import { type ProxyDeps, sendOutcome } from "./proxy-messages.ts";

export function readJob(deps: ProxyDeps): RequestHandler {
  return async function handleReadJob(req, res) {
    sendOutcome(res, await readOutcome(deps, keyCallerOf(res), jobRefOf(req, res)));
  };
}

export function deleteJob(deps: ProxyDeps): RequestHandler {
  return async function handleDeleteJob(req, res) {
    await removeJob(deps, keyCallerOf(res), jobRefOf(req, res));
    res.status(204).end();
  };
}

function jobRefOf(req: Request, res: Response) {
  return { jobId: jobIdOf(req), requestId: contextOf(res).requestId };
}

const JOB_ID = /^job_[0-9a-f]{32}$/;

/** Other text in the path was never an id, and the database may not accept it. */
function jobIdOf({ params }: Request): string {
  const jobId = String(params["job_id"]);
  if (!JOB_ID.test(jobId)) throw jobNotFound();
  return jobId;
}
