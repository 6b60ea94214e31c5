import type { AuditEvent } from "@veil/contracts/audit";
import type { Clock } from "@veil/contracts/clock";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import type { FairQueue } from "../../../platform/fair-queue.ts";
import {
  type KeyCaller,
  type Limits,
  monthlyQuota,
  quotaExceeded,
  type Usage,
} from "../../accounts/index.ts";
import { auditEvent } from "../../audit/index.ts";
import type { CertificateDraft } from "../../certificates/index.ts";
import type { IsolationMonitor } from "../../isolation/index.ts";
import type { MessagesContent } from "../content/content.ts";
import type { SanitisedMessagesJob } from "../content/sanitised-job.ts";
import { draftOf } from "../ending/call-draft.ts";
import { callFacts } from "../prepare/call-facts.ts";
import { createCallRecord } from "../prepare/call-record.ts";
import { type DirectParameters, messagesJob } from "../prepare/inference-job.ts";
import type { CallTrace, SanitiseOptions } from "../prepare/ports.ts";
import { type PreparationDeps, type PreparedCall, prepareCall } from "../prepare/prepare.ts";
import { type RefusedCallDeps, recordingRefusal } from "../prepare/refused-call.ts";
import { requireQuota } from "../prepare/require-quota.ts";
import type { RelinkDeps } from "../relink/relink.ts";
import type { JobFacts } from "../trace/job-facts.ts";
import type { CallCounts, Inferences, StreamEndings } from "./ports.ts";

export interface DirectCallDeps extends PreparationDeps, RefusedCallDeps, RelinkDeps {
  readonly scans: PreparationDeps["scans"];
  readonly usage: Usage;
  readonly limits: Limits;
  readonly counts: CallCounts;
  /** The slots of the worker, by customer. */
  readonly slots: Pick<FairQueue, "enter" | "run">;
  readonly inferences: Inferences;
  readonly endings: StreamEndings;
  /** Tells the operator that the scan of a streamed answer has found personal data. */
  readonly onStreamedMatch: () => void;
  readonly isolation: Pick<IsolationMonitor, "current">;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
  readonly jobDeadlineMs: number;
}

export interface DirectCallInput extends Pick<SanitiseOptions, "language" | "policy"> {
  readonly caller: KeyCaller;
  readonly trace: CallTrace;
  readonly content: MessagesContent;
  readonly parameters: DirectParameters;
  readonly relink: boolean;
  /** Binds the credential to the id of this call's leg. */
  readonly credentialFor: (jobRequestId: string) => ProviderCredential;
}

/** A call that was counted and may be sent. */
export interface OpenCall {
  readonly input: DirectCallInput;
  readonly prepared: PreparedCall<MessagesContent>;
  readonly facts: JobFacts;
  readonly job: SanitisedMessagesJob;
  /** Undefined if the call gets no certificate. */
  readonly draft: CertificateDraft | undefined;
  /** The month that counted it; undefined if it does not count. */
  readonly countedIn: string | undefined;
}

type UncountedCall = Omit<OpenCall, "countedIn">;

/** Uses a call that may be sent. The call holds a slot of the worker until this ends. */
export type UseOpenCall<T> = (open: OpenCall) => Promise<T>;

/**
 * Runs a call of an SDK endpoint: checks the quota, gets the token and the sanitised text, waits
 * for the customer's turn at the worker, counts the call together with the events of these steps,
 * and uses it.
 * @throws ApiError as `prepareCall`, `FairQueue.enter` and `use`, and `quota_exceeded`
 */
export async function runDirectCall<T>(
  deps: DirectCallDeps,
  input: DirectCallInput,
  use: UseOpenCall<T>,
): Promise<T> {
  await requireQuota(deps, input.caller);
  return await runWith(deps, input, { admit: count, use });
}

/** As `runDirectCall`, for a call that no model answers, which does not count. */
export async function runUncountedCall<T>(
  deps: DirectCallDeps,
  input: DirectCallInput,
  use: UseOpenCall<T>,
): Promise<T> {
  const run = { admit: recordUncounted, use };
  return await runWith({ ...deps, certificates: undefined }, input, run);
}

/** @returns `countedIn` */
type Admit = (
  deps: DirectCallDeps,
  open: UncountedCall,
  /** The events of the steps so far. */
  events: readonly AuditEvent[],
) => Promise<string | undefined>;

interface Run<T> {
  readonly admit: Admit;
  readonly use: UseOpenCall<T>;
}

async function runWith<T>(
  deps: DirectCallDeps,
  input: DirectCallInput,
  { admit, use }: Run<T>,
): Promise<T> {
  const { caller, trace, content } = input;
  const receivedAt = new Date(deps.nowMs());
  const record = createCallRecord(caller, trace.requestId, "SDK");
  const { language, policy } = input;
  const callInput = {
    ...{ caller, trace, content, record },
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
  };
  const recording = recordingRefusal(deps, { record, trace });
  const prepared = await recording(() => prepareCall(deps, callInput));
  const leave = await recording(() => deps.slots.enter(slotFor(input, { prepared })));
  try {
    const open = await recording(async () => {
      // Starts the deadline after the turn has come, so that the provider has all of that time.
      const known = { prepared, receivedAt, ...callFacts(callInput, prepared) };
      const uncounted = openedCall(deps, input, known);
      return { ...uncounted, countedIn: await admit(deps, uncounted, record.events()) };
    });
    return await use(open);
  } finally {
    leave();
  }
}

const MAX_WAIT_MS = 10_000;

/** Describes a call that waits for a slot of the worker: it keeps its texts meanwhile. */
export function slotFor(
  { caller, trace }: Pick<DirectCallInput, "caller" | "trace">,
  open?: Pick<OpenCall, "prepared">,
) {
  const texts = open?.prepared.sanitisation.fields ?? [];
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const { gone: signal, isGone } = trace;
  return { owner: caller.customerId, bytes, maxWaitMs: MAX_WAIT_MS, signal, isGone };
}

type Prepared = ReturnType<typeof callFacts> & {
  readonly prepared: PreparedCall<MessagesContent>;
  readonly receivedAt: Date;
};

function openedCall(
  { random, nowMs, jobDeadlineMs, certificates }: DirectCallDeps,
  input: DirectCallInput,
  { prepared, receivedAt, ...known }: Prepared,
): UncountedCall {
  const { parameters, relink } = input;
  const jobRequestId = `jrq_${randomHex(random)}`;
  const credential = input.credentialFor(jobRequestId);
  const deadline = new Date(Math.ceil((nowMs() + jobDeadlineMs) / 1000) * 1000);
  const facts: JobFacts = {
    job_request_id: jobRequestId,
    credential: credential.kind === "managed" ? "managed" : "customer",
    received_at: receivedAt.toISOString(),
    ...(parameters.model !== undefined && { model: parameters.model }),
    relink,
    ...known,
  };
  const job = messagesJob(prepared, { jobRequestId, credential, parameters, deadline }, random);
  const draft = draftOf(certificates, { input, prepared, job, facts });
  return { input, prepared, facts, job, draft };
}

const count: Admit = async (deps, open, steps) => {
  const { counts, limits, nowMs, onEvents } = deps;
  const { caller } = open.input;
  const quota = monthlyQuota(caller, limits);
  const { customerId } = caller;
  const events = [...steps, submittedEvent("SDK_INFERENCE_SUBMITTED", open, nowMs())];
  const outcome = await counts.count({ customerId, quota, events });
  if (outcome.kind === "quota_exceeded")
    throw quotaExceeded({ used: outcome.used, limit: quota.limit, nowMs: nowMs() });
  onEvents();
  return outcome.month;
};

const recordUncounted: Admit = async ({ eventOutbox, onEvents, nowMs }, open, steps) => {
  await eventOutbox.add([...steps, submittedEvent("SDK_TOKEN_COUNT_SUBMITTED", open, nowMs())]);
  onEvents();
  return undefined;
};

function submittedEvent(type: string, { facts, input }: UncountedCall, nowMs: number) {
  const { model } = facts;
  const payload = { ...(model !== undefined && { model }) };
  return auditEvent(type, ownerOf(facts, input), payload, new Date(nowMs));
}

export function ownerOf(
  { actor, scope, subject }: JobFacts,
  { trace: { requestId } }: DirectCallInput,
) {
  return { actor, scope, subject, requestId };
}
