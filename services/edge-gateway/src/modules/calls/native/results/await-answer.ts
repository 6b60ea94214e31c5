import { ApiError } from "@veil/contracts/errors";
import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { KeyCaller } from "../../../accounts/index.ts";
import type { CallCertificates } from "../../../certificates/index.ts";
import { type RelinkDeps, relink } from "../../relink/relink.ts";
import { openRelinkMap, readRelinkMap } from "../../relink/relink-map.ts";
import type { AdmittedJob, OpenJob } from "../admission/admitted-job.ts";
import { jobNotFound } from "../admission/refusals.ts";
import type { JobRecord, Jobs, WakeUps } from "../ports.ts";
import type { Answer, Answers } from "./answers.ts";
import { proxyResponse } from "./response.ts";
import { waitFor, waitForJob } from "./wait.ts";

export interface AnswerDeps extends RelinkDeps {
  readonly jobs: Jobs;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
  readonly waitTimeoutMs: number;
  /** Aborted when this replica shuts down: waiting clients get a 202. */
  readonly stopping: AbortSignal;
  readonly onUnread: (error: unknown) => void;
  /** Whether the key that the call was made with is still valid. */
  readonly isValidKey: (apiKey: string) => Promise<boolean>;
  readonly onKeyNotChecked: (error: unknown) => void;
  /** Undefined if calls get no certificate. */
  readonly certificates?: CallCertificates | undefined;
}

export type NativeOutcome =
  | { readonly kind: "final"; readonly jobId: string; readonly response: ProxyResponse }
  | { readonly kind: "processing"; readonly jobId: string };

/** Waits for the answer of a job that was or may have been admitted: there is no 503 any more. */
export async function awaitAnswer(
  deps: AnswerDeps,
  caller: KeyCaller,
  sent: AdmittedJob | OpenJob,
): Promise<NativeOutcome> {
  const { waitTimeoutMs: timeoutMs, stopping: signal } = deps;
  if (!("settled" in sent)) return await awaitJob(deps, caller, sent, timeoutMs);
  const { result, leftMs } = await waitFor(sent.settled(), { timeoutMs, signal });
  if (result === undefined) return { kind: "processing", jobId: sent.jobId };
  return await awaitJob(deps, caller, result, leftMs);
}

async function awaitJob(
  deps: AnswerDeps,
  caller: KeyCaller,
  { jobId, begin }: AdmittedJob,
  timeoutMs: number,
): Promise<NativeOutcome> {
  const wait = { timeoutMs, begin, signal: deps.stopping };
  const waited = await waitForJob(deps, jobId, wait).catch((error: unknown) => {
    deps.onUnread(error);
    return "unread" as const;
  });
  if (waited === "unread") return { kind: "processing", jobId };
  return await outcomeOf(deps, caller, waited.job, waited.answer);
}

export async function outcomeOf(
  deps: AnswerDeps,
  caller: KeyCaller,
  job: JobRecord | undefined,
  opened?: Answer,
): Promise<NativeOutcome> {
  if (job === undefined || job.customerId !== caller.customerId) throw jobNotFound();
  const { jobId, state, answer: box } = job;
  if (state === "admitted") return { kind: "processing", jobId };
  if (box === undefined)
    throw new ApiError("job_not_found", "The answer to this job is no longer stored");
  const answer = opened ?? deps.answers.open(jobId, box);
  return { kind: "final", jobId, response: await finalResponse(deps, caller, job, answer) };
}

async function finalResponse(
  deps: AnswerDeps,
  caller: KeyCaller,
  job: JobRecord,
  answer: Answer,
): Promise<ProxyResponse> {
  const { facts, relinkMap } = job;
  const isMapNeeded = facts.relink || facts.activity_id !== undefined;
  const map = isMapNeeded && relinkMap ? await openedMap(deps, caller, job, relinkMap) : undefined;
  return proxyResponse({
    job,
    answer,
    isMapOpen: map !== undefined,
    relinked: facts.relink && map ? await relinkedText(deps, answer, map) : undefined,
    isCertified: deps.certificates !== undefined && caller.tier !== "free",
    evaluation: facts.activity_id !== undefined && map ? readRelinkMap(map).evaluation : undefined,
  });
}

/** Returns undefined for any key but the job's, and for one that was revoked during the wait. */
async function openedMap(
  { isValidKey, onKeyNotChecked }: AnswerDeps,
  { apiKey }: KeyCaller,
  { jobId }: JobRecord,
  relinkMap: Uint8Array,
): Promise<Uint8Array | undefined> {
  const map = openRelinkMap(apiKey, jobId, relinkMap);
  if (map === undefined) return undefined;
  // Without the database, the check made when the call began decides: the values are the caller's
  // own.
  const isValid = await isValidKey(apiKey).catch((error: unknown) => {
    onKeyNotChecked(error);
    return true;
  });
  return isValid ? map : undefined;
}

async function relinkedText(deps: AnswerDeps, { result, form }: Answer, map: Uint8Array) {
  if (result.outcome === "failed") return undefined;
  return await relink(deps, { form, blocks: [result.text] }, map);
}
