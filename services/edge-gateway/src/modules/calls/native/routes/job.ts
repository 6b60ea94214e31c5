import { checkedQuery } from "@veil/contracts/parsing";
import { JobQuery } from "@veil/contracts/public/proxy";
import { contextOf } from "@veil/service-kit/http";
import type { Request, RequestHandler, Response } from "express";
import { callingKeyOf } from "../../../accounts/http.ts";
import type { KeyCaller } from "../../../accounts/index.ts";
import type { JobRecord, NativeDeps } from "../ports.ts";
import { jobNotFound, type NativeOutcome, outcomeOf } from "../results/await-answer.ts";
import { sendOutcome } from "./proxy-messages.ts";

const parse = checkedQuery(JobQuery);

export function readJob(deps: NativeDeps): RequestHandler {
  return async function handleReadJob(req, res) {
    const relink = parse(req.query).relink !== "false";
    const ref = { ...jobRefOf(req, res), relink };
    sendOutcome(res, await readOutcome(deps, callingKeyOf(res), ref));
  };
}

export function deleteJob(deps: NativeDeps): RequestHandler {
  return async function handleDeleteJob(req, res) {
    await removeJob(deps, callingKeyOf(res), jobRefOf(req, res));
    res.status(204).end();
  };
}

function jobRefOf(req: Request, res: Response) {
  return { jobId: jobIdOf(req), requestId: contextOf(res).requestId };
}

const JOB_ID = /^job_[0-9a-f]{32}$/;

/**
 * Returns the job id of the path. Other text is refused here, because the database might not accept
 * it.
 */
function jobIdOf({ params }: Request): string {
  const jobId = String(params["job_id"]);
  if (!JOB_ID.test(jobId)) throw jobNotFound();
  return jobId;
}

interface JobRef {
  readonly jobId: string;
  readonly requestId: string;
}

async function readOutcome(
  deps: NativeDeps,
  caller: KeyCaller,
  ref: JobRef & { readonly relink: boolean },
): Promise<NativeOutcome> {
  const { jobId, relink } = ref;
  if (deps.openAdmissions.has(caller.customerId, jobId)) return { kind: "processing", jobId };
  return outcomeOf(deps, caller, await findOrRuleOut(deps, caller, ref), { relink });
}

/** Deletes a job. @throws ApiError `job_not_found` for an unknown or another customer's job */
async function removeJob(deps: NativeDeps, caller: KeyCaller, ref: JobRef): Promise<void> {
  const job = await findOrRuleOut(deps, caller, ref);
  if (job === undefined || !(await deps.jobs.delete(caller.customerId, ref.jobId)))
    throw jobNotFound();
}

/**
 * Reads a job. An unknown id is ruled out first, so that a pending admission of it has no effect.
 * An id that no gateway has created cannot have a pending admission, so nothing is written for it.
 */
async function findOrRuleOut(
  { jobs, jobIds, nowMs, jobDeadlineMs }: NativeDeps,
  { customerId, keyId }: KeyCaller,
  { jobId, requestId }: JobRef,
): Promise<JobRecord | undefined> {
  const found = await jobs.find(jobId);
  if (found !== undefined || !jobIds.isMinted(customerId, jobId)) return found;
  const deadline = new Date(nowMs() + jobDeadlineMs);
  await jobs.ruleOut({ jobId, customerId, keyId, requestId, deadline });
  return await jobs.find(jobId);
}
