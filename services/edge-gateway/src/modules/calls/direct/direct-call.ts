import type { ProviderCredential } from "@veil/contracts/inference";
import { type RandomBytes, randomHex } from "@veil/crypto";
import { runStep } from "@veil/service-kit/telemetry";
import type { FairQueue } from "../../../platform/fair-queue.ts";
import { type KeyCaller, monthlyQuota, quotaExceeded, requireQuota } from "../../accounts/index.ts";
import { jobEvent } from "../../audit/index.ts";
import type { CertificateDraft } from "../../certificates/index.ts";
import type { IsolationMonitor } from "../../isolation/index.ts";
import type { MessagesContent } from "../content/content.ts";
import type { SanitisedMessagesJob } from "../content/sanitised-content.ts";
import { type CallRecord, createCallRecord, recordingRefusal } from "../prepare/call-record.ts";
import {
  callFacts,
  type DirectParameters,
  draftOf,
  messagesJob,
} from "../prepare/inference-job.ts";
import type { CallDeps, CallTrace, SanitiseOptions } from "../prepare/ports.ts";
import { type PreparedCall, prepareCall } from "../prepare/prepare.ts";
import type { JobFacts } from "../trace/job-facts.ts";
import type { OpenEnds } from "./open-ends.ts";
import type { CallCounts, Inferences } from "./ports.ts";
import type { StreamEndings } from "./stream-endings.ts";

export interface DirectCallDeps extends CallDeps {
  readonly counts: CallCounts;
  /** The queue for the worker's slots, fair between customers. */
  readonly slots: Pick<FairQueue, "enter" | "run">;
  readonly inferences: Inferences;
  readonly endings: StreamEndings;
  readonly openEnds: OpenEnds;
  /**
   * Called when the scan of a streamed answer has found personal data, to report it to the
   * operator.
   */
  readonly onStreamedMatch: () => void;
  readonly isolation: Pick<IsolationMonitor, "current">;
  readonly random: RandomBytes;
  readonly jobDeadlineMs: number;
}

interface DirectCallInput extends Pick<SanitiseOptions, "language" | "policy"> {
  readonly caller: KeyCaller;
  readonly trace: CallTrace;
  readonly content: MessagesContent;
  readonly parameters: DirectParameters;
  readonly relink: boolean;
  /** The processing activity for which the call is counted. */
  readonly activity?: string | undefined;
  /** Returns the provider credential, bound to the id that this call has at the worker. */
  readonly credentialFor: (jobRequestId: string) => ProviderCredential;
}

/** A call that was admitted and may be sent. */
export interface OpenCall {
  readonly input: DirectCallInput;
  readonly prepared: PreparedCall<MessagesContent>;
  readonly facts: JobFacts;
  readonly job: SanitisedMessagesJob;
  /** Undefined if the call gets no certificate. */
  readonly draft: CertificateDraft | undefined;
  /** The month whose quota includes the call. Undefined if the call does not count. */
  readonly countedIn: string | undefined;
}

type UncountedCall = Omit<OpenCall, "countedIn">;

/**
 * Uses a call that may be sent. The call holds a worker slot until this function's promise settles.
 */
export type UseOpenCall<T> = (open: OpenCall) => Promise<T>;

/**
 * Runs a call of an SDK endpoint: checks the quota, gets the token and the sanitised text, waits
 * for a worker slot, counts the call together with the events of these steps, and passes it to
 * `use`.
 * @throws ApiError `quota_exceeded`, or what `prepareCall`, `FairQueue.enter` or `use` throws
 */
export async function runDirectCall<T>(
  deps: DirectCallDeps,
  input: DirectCallInput,
  use: UseOpenCall<T>,
): Promise<T> {
  await requireQuota(deps, input.caller);
  return await runWith(deps, input, { admit: count, use });
}

/**
 * Same as `runDirectCall`, for a call that no model answers and that does not count toward the
 * quota.
 */
export async function runUncountedCall<T>(
  deps: DirectCallDeps,
  input: DirectCallInput,
  use: UseOpenCall<T>,
): Promise<T> {
  const run = { admit: recordUncounted, use };
  return await runWith({ ...deps, certificates: undefined }, input, run);
}

/** Admits a call. @returns the value for `OpenCall.countedIn` */
type Admit = (
  deps: DirectCallDeps,
  open: UncountedCall,
  /** Has the steps before admission. */
  record: CallRecord,
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
  const { language, policy, activity } = input;
  const callInput = {
    ...{ caller, trace, content, record, activity },
    ...(language !== undefined && { language }),
    ...(policy !== undefined && { policy }),
  };
  const recording = recordingRefusal(deps, { record, trace });
  const prepared = await recording(() => prepareCall(deps, callInput));
  const leave = await recording(() =>
    runStep(trace.steps, ["wait for a slot", "call"], () =>
      deps.slots.enter(slotFor(input, { prepared })),
    ),
  );
  try {
    const open = await recording(async () => {
      // The deadline starts after the wait for a slot, so that the provider has the full time.
      const known = { prepared, receivedAt, ...callFacts(callInput, prepared) };
      const uncounted = openedCall(deps, input, known);
      const countedIn = await runStep(trace.steps, ["admit", "own"], () =>
        admit(deps, uncounted, record),
      );
      const { redactions } = uncounted.facts;
      deps.tally.admitted({ ...caller, activity, redactions });
      return { ...uncounted, countedIn };
    });
    return await use(open);
  } finally {
    leave();
  }
}

const MAX_WAIT_MS = 10_000;

/**
 * Returns the queue entry for a call that waits for a worker slot. While it waits, its texts stay
 * in memory, so their bytes count.
 */
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

const count: Admit = async (deps, open, record) => {
  const { counts, limits, nowMs, onEvents } = deps;
  const { caller } = open.input;
  const quota = monthlyQuota(caller, limits);
  const { customerId } = caller;
  const events = record.entries(submittedEvent("SDK_INFERENCE_SUBMITTED", open, nowMs()));
  const outcome = await counts.count({ customerId, quota, events });
  if (outcome.kind === "quota_exceeded")
    throw quotaExceeded({ used: outcome.used, limit: quota.limit, nowMs: nowMs() });
  onEvents(events);
  return outcome.month;
};

const recordUncounted: Admit = async ({ eventOutbox, onEvents, nowMs }, open, record) => {
  const events = record.entries(submittedEvent("SDK_TOKEN_COUNT_SUBMITTED", open, nowMs()));
  await eventOutbox.add(events);
  onEvents(events);
  return undefined;
};

function submittedEvent(type: string, { facts: { actor, model } }: UncountedCall, nowMs: number) {
  const payload = { ...(model !== undefined && { model }) };
  return { ...jobEvent(type, payload, new Date(nowMs)), actor };
}

export function ownerOf(
  { actor, scope, subject }: JobFacts,
  { trace: { requestId } }: DirectCallInput,
) {
  return { actor, scope, subject, requestId };
}
