import type { KeyCaller } from "../../../accounts/index.ts";
import { jobNotFound } from "../admission/refusals.ts";
import type { NativeCallDeps } from "../admission/run-native-call.ts";
import type { JobRecord } from "../ports.ts";
import { type NativeOutcome, outcomeOf } from "./await-answer.ts";

interface JobRef {
  readonly jobId: string;
  readonly requestId: string;
}

export async function readOutcome(
  deps: NativeCallDeps,
  caller: KeyCaller,
  ref: JobRef,
): Promise<NativeOutcome> {
  const { jobId } = ref;
  if (deps.openAdmissions.has(caller.customerId, jobId)) return { kind: "processing", jobId };
  return outcomeOf(deps, caller, await findOrRuleOut(deps, caller, ref));
}

/** @throws ApiError `job_not_found` for another customer's job, or an unknown one */
export async function removeJob(
  deps: NativeCallDeps,
  caller: KeyCaller,
  ref: JobRef,
): Promise<void> {
  const job = await findOrRuleOut(deps, caller, ref);
  if (job === undefined || !(await deps.jobs.delete(caller.customerId, ref.jobId)))
    throw jobNotFound();
}

/**
 * An unknown id is ruled out first, so that a pending admission of it has no effect. One that no
 * gateway has minted can have none, and nothing is written for it.
 */
async function findOrRuleOut(
  { jobs, jobIds, nowMs, jobDeadlineMs }: NativeCallDeps,
  { customerId, keyId }: KeyCaller,
  { jobId, requestId }: JobRef,
): Promise<JobRecord | undefined> {
  const found = await jobs.find(jobId);
  if (found !== undefined || !jobIds.isMinted(customerId, jobId)) return found;
  const deadline = new Date(nowMs() + jobDeadlineMs);
  await jobs.ruleOut({ jobId, customerId, keyId, requestId, deadline });
  return await jobs.find(jobId);
}
