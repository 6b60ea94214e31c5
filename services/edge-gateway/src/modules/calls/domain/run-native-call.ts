import { ApiError } from "@veil/contracts/errors";
import type { ProxyResponse } from "@veil/contracts/public/proxy";
import { constantTimeEqual, hmacSha256 } from "@veil/crypto";
import {
  type Caller,
  type Limits,
  monthlyQuota,
  monthOf,
  quotaExceeded,
  type Usage,
} from "../../accounts/index.ts";
import type {
  Admission,
  CallTrace,
  JobRecord,
  KnownAdmission,
  OpenAdmissions,
  OutboxJob,
  WakeUps,
} from "../ports.ts";
import type { Answer, Answers } from "./answers.ts";
import type { NativeRequest } from "./native-request.ts";
import { type RelinkDeps, relink } from "./relink.ts";
import { openRelinkMap, readRelinkMap } from "./relink-map.ts";
import { proxyResponse } from "./response.ts";
import { inferenceUnavailable, type SubmitDeps, submitJob } from "./submit.ts";
import { waitFor, waitForJob } from "./wait.ts";

export interface NativeCallDeps extends SubmitDeps, RelinkDeps {
  readonly scans: SubmitDeps["scans"];
  readonly usage: Usage;
  readonly answers: Answers;
  readonly wakeUps: WakeUps;
  readonly openAdmissions: OpenAdmissions;
  readonly limits: Limits;
  readonly managedAiEnabled: boolean;
  readonly waitTimeoutMs: number;
  /** From what is known: can a job be handed over now? */
  readonly transportState: () => "up" | "down";
  readonly dispatch: (job: OutboxJob) => void;
  /** New rows stand in the outbox of events. */
  readonly onEvents: () => void;
  /** The response of a job was flushed: its map may go. */
  readonly onFlushed: (jobId: string) => void;
  /** Turn idempotency keys and bodies into look-ups that say nothing. */
  readonly lookupKey: Uint8Array;
  readonly bodyKey: Uint8Array;
  /** Aborted when this replica is going away: who waits is told to ask again, another replica. */
  readonly stopping: AbortSignal;
  /** A job could not be read while somebody waited for it. */
  readonly onUnread: (error: unknown) => void;
}

interface NativeCall {
  readonly caller: Caller;
  readonly request: NativeRequest;
  readonly trace: CallTrace;
  readonly idempotencyKey: string | undefined;
  /** The body as it came, to tell a repeated request from another one under the same Idempotency-Key. */
  readonly bodyBytes: Uint8Array;
}

export type NativeOutcome =
  | { readonly kind: "final"; readonly jobId: string; readonly response: ProxyResponse }
  | { readonly kind: "processing"; readonly jobId: string };

export interface AdmittedJob {
  readonly jobId: string;
  /** Sends it; absent when it is on its way already. */
  readonly begin?: () => void;
  /** The answer may be asked for again under its Idempotency-Key. */
  readonly repeatable: boolean;
}

/** Whether it was admitted is not known: the store's answer was lost. */
export interface OpenJob {
  readonly jobId: string;
  readonly repeatable: boolean;
  /** The job once it is known, undefined when that was given up. @throws ApiError when it was not admitted. */
  readonly settled: () => Promise<AdmittedJob | undefined>;
}

/** The native call after its schema: the job of a repeated request, or a new one after quota and availability. */
export async function admitNativeCall(
  deps: NativeCallDeps,
  call: NativeCall,
): Promise<AdmittedJob | OpenJob> {
  const idempotency = lookups(deps, call);
  const repeated = idempotency && (await findRepeated(deps, call.caller, idempotency));
  return repeated ?? (await admitJob(deps, call, idempotency));
}

/** Waits for the answer of a job that was admitted, or may have been: from here on nothing is a 503 any more. */
export async function awaitAnswer(
  deps: NativeCallDeps,
  caller: Caller,
  sent: AdmittedJob | OpenJob,
): Promise<NativeOutcome> {
  const { waitTimeoutMs: timeoutMs, stopping: signal } = deps;
  if (!("settled" in sent)) return await awaitJob(deps, caller, sent, timeoutMs);
  const { result, leftMs } = await waitFor(sent.settled(), { timeoutMs, signal });
  if (result === undefined) return { kind: "processing", jobId: sent.jobId };
  return await awaitJob(deps, caller, result, leftMs);
}

async function awaitJob(
  deps: NativeCallDeps,
  caller: Caller,
  { jobId, begin }: AdmittedJob,
  timeoutMs: number,
): Promise<NativeOutcome> {
  const wait = { timeoutMs, begin, signal: deps.stopping };
  const waited = await waitForJob(deps, jobId, wait).catch((error: unknown) => {
    // A database that went away means "look again later".
    deps.onUnread(error);
    return "unread" as const;
  });
  if (waited === "unread") return { kind: "processing", jobId };
  return await outcomeOf(deps, caller, waited.job, waited.answer);
}

/** What there is to say of a job now, whose answer may be `opened` already. @throws ApiError `job_not_found` for another customer's, or none. */
export async function outcomeOf(
  deps: NativeCallDeps,
  caller: Caller,
  job: JobRecord | undefined,
  opened?: Answer,
): Promise<NativeOutcome> {
  if (job === undefined || job.customerId !== caller.customerId) throw jobNotFound();
  const { jobId, state, answer: box } = job;
  if (state === "admitted") return { kind: "processing", jobId };
  if (box === undefined)
    throw new ApiError("job_not_found", "The answer of this job is no longer kept");
  const answer = opened ?? deps.answers.open(jobId, box);
  return { kind: "final", jobId, response: await finalResponse(deps, caller, job, answer) };
}

/** Another customer's job looks like none. */
export function jobNotFound(): ApiError {
  return new ApiError(
    "job_not_found",
    "There is no such job. If you have not deleted it and it is not older than 30 days, it never was there",
    {
      hint: "not admitted and not counted: send it again, with the same Idempotency-Key if you used one",
    },
  );
}

async function finalResponse(
  deps: NativeCallDeps,
  caller: Caller,
  job: JobRecord,
  answer: Answer,
): Promise<ProxyResponse> {
  const { facts, relinkMap } = job;
  const isMapNeeded = facts.relink || facts.activity_id !== undefined;
  const map =
    isMapNeeded && relinkMap ? openRelinkMap(caller.apiKey, job.jobId, relinkMap) : undefined;
  return proxyResponse({
    job,
    answer,
    relinked: facts.relink && map ? await relink(deps, answer, map) : undefined,
    evaluation: facts.activity_id !== undefined && map ? readRelinkMap(map).evaluation : undefined,
  });
}

interface Idempotency {
  readonly lookup: Uint8Array;
  readonly bodyHash: Uint8Array;
}

function lookups(
  { lookupKey, bodyKey }: NativeCallDeps,
  { idempotencyKey, bodyBytes }: NativeCall,
): Idempotency | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    lookup: hmacSha256(lookupKey, `idempotency-key\n${idempotencyKey}`),
    bodyHash: hmacSha256(bodyKey, bodyBytes),
  };
}

async function findRepeated(
  { jobs }: NativeCallDeps,
  caller: Caller,
  { lookup, bodyHash }: Idempotency,
): Promise<AdmittedJob | undefined> {
  const known = await jobs.findIdempotent(caller.customerId, lookup);
  if (known === undefined) return undefined;
  if (!constantTimeEqual(known.bodyHash, bodyHash))
    throw new ApiError("invalid_field", "This Idempotency-Key came with another body before", {
      hint: "Use a new key for a new request",
    });
  return { jobId: known.jobId, repeatable: true };
}

async function admitJob(
  deps: NativeCallDeps,
  call: NativeCall,
  idempotency: Idempotency | undefined,
): Promise<AdmittedJob | OpenJob> {
  const { caller, request, trace } = call;
  const quota = await requireQuota(deps, caller);
  requireInference(deps, caller);
  const { admission, outcome } = await submitJob(deps, {
    caller,
    request,
    trace,
    receivedAt: deps.now(),
    quota,
    ...(idempotency && { idempotency }),
  });
  const { jobId, message, deadline: expiresAt } = admission;
  const repeatable = idempotency !== undefined;
  switch (outcome.kind) {
    case "unknown":
      return { jobId, repeatable, settled: settle(deps, caller, admission) };
    case "admitted":
      deps.onEvents();
      return {
        jobId,
        repeatable,
        begin: () => deps.dispatch({ jobId, message, deliveries: 1, expiresAt }),
      };
    default:
      return await notAdmitted(deps, caller, admission, outcome);
  }
}

/** Begins at once, and goes on when the request has ended. */
function settle(deps: NativeCallDeps, caller: Caller, admission: Admission): OpenJob["settled"] {
  const { jobId, idempotency } = admission;
  const settling = deps.openAdmissions.settle(admission);
  return async () => {
    const outcome = await settling;
    if (outcome === undefined) return undefined;
    if (outcome.kind !== "admitted") return await notAdmitted(deps, caller, admission, outcome);
    return { jobId, repeatable: idempotency !== undefined };
  };
}

type Refusal = Exclude<KnownAdmission, { kind: "admitted" }>;

/** The same request sent twice at once has one job, and may itself have taken the last of the quota. */
async function notAdmitted(
  deps: NativeCallDeps,
  caller: Caller,
  { quota, idempotency }: Admission,
  refusal: Refusal,
): Promise<AdmittedJob> {
  const repeated = idempotency && (await findRepeated(deps, caller, idempotency));
  if (repeated !== undefined) return repeated;
  switch (refusal.kind) {
    case "quota_exceeded":
      throw quotaExceeded({
        used: refusal.used,
        limit: quota.limit,
        nowMs: deps.now().getTime(),
      });
    case "duplicate":
      throw inferenceUnavailable("Send it again");
    case "gone":
      throw jobNotFound();
  }
}

async function requireQuota({ usage, limits, now }: NativeCallDeps, caller: Caller) {
  const quota = monthlyQuota(caller, limits);
  if (!Number.isFinite(quota.limit)) return quota;
  const nowMs = now().getTime();
  const used = await usage.used(caller.customerId, quota.limitClass, monthOf(nowMs));
  if (used >= quota.limit) throw quotaExceeded({ used, limit: quota.limit, nowMs });
  return quota;
}

function requireInference(deps: NativeCallDeps, caller: Caller): void {
  if (caller.managedAi && !deps.managedAiEnabled)
    throw inferenceUnavailable("This gateway has no provider key of its own: store yours");
  if (deps.transportState() === "down") throw inferenceUnavailable();
}
