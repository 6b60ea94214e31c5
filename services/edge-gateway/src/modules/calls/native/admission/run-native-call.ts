import { ApiError } from "@veil/contracts/errors";
import type { ProviderCredential } from "@veil/contracts/inference";
import { constantTimeEqual, type RandomBytes, randomHex } from "@veil/crypto";
import { runStep } from "@veil/service-kit/telemetry";
import type { Mac, Macs } from "../../../../platform/data-keys.ts";
import {
  type CustomerId,
  type KeyCaller,
  noProviderKey,
  quotaExceeded,
  requireQuota,
} from "../../../accounts/index.ts";
import { jobEvent } from "../../../audit/index.ts";
import type { TemplateContent } from "../../content/content.ts";
import { createCallRecord, recordingRefusal } from "../../prepare/call-record.ts";
import {
  callFacts,
  type InferenceParameters,
  inferenceJob,
  sealedDraft,
} from "../../prepare/inference-job.ts";
import type { CallTrace } from "../../prepare/ports.ts";
import { type CallInput, type PreparedCall, prepareCall } from "../../prepare/prepare.ts";
import { sealRelinkMap } from "../../scanning/relink-map.ts";
import type { JobFacts } from "../../trace/job-facts.ts";
import type {
  Admission,
  AdmissionOutcome,
  AdmittedJob,
  Idempotency,
  JobIds,
  KnownAdmission,
  NativeDeps,
  OpenJob,
} from "../ports.ts";
import { jobNotFound } from "../results/await-answer.ts";
import type { NativeRequest } from "./native-request.ts";

interface NativeCall {
  readonly caller: KeyCaller;
  readonly request: NativeRequest;
  readonly trace: CallTrace;
  readonly idempotencyKey: string | undefined;
  readonly bodyBytes: Uint8Array;
}

/**
 * Starts a native call whose body was checked against the schema. Returns the job of a repeated
 * request, or admits a new job after checking the quota and the availability of inference.
 */
export async function startNativeCall(
  deps: NativeDeps,
  { caller, request, trace, idempotencyKey, bodyBytes }: NativeCall,
): Promise<AdmittedJob | OpenJob> {
  const idempotency =
    idempotencyKey === undefined ? undefined : idempotencyOf(deps, idempotencyKey, bodyBytes);
  const repeated = idempotency && (await findRepeated(deps, caller, idempotency));
  if (repeated !== undefined) return repeated;

  const quota = await requireQuota(deps, caller);
  requireInference(deps, caller);
  const receivedAt = new Date(deps.nowMs());
  const { parameters, relink, ...asked } = request;
  const record = createCallRecord(caller, trace.requestId);
  const recording = recordingRefusal(deps, { record, trace });
  const input = { caller, trace, record, ...asked };
  const sent = await recording(async () => {
    const prepared = await prepareCall(deps, input);
    const admission = { input, prepared, parameters, relink, receivedAt, quota };
    const admitted = await runStep(trace.steps, ["admit", "own"], () =>
      admitJob(deps, { ...admission, ...(idempotency && { idempotency }) }),
    );
    return await deliverQueued(deps, caller, admitted);
  });
  return "settled" in sent ? { ...sent, settled: () => recording(sent.settled) } : sent;
}

/** Returns the error for a call that is refused before anything is counted. */
function inferenceUnavailable(hint?: string): ApiError {
  return new ApiError("inference_service_unavailable", "Inference is not available right now", {
    retryAfterSeconds: 5,
    ...(hint !== undefined && { hint }),
  });
}

function requireInference(deps: NativeDeps, caller: KeyCaller): void {
  if (caller.managedAi && !deps.managedAiEnabled) throw noProviderKey();
  if (deps.transportState() === "down") throw inferenceUnavailable();
}

async function deliverQueued(
  deps: NativeDeps,
  caller: KeyCaller,
  { admission, outcome }: AdmittedCall,
): Promise<AdmittedJob | OpenJob> {
  const { jobId, customerId, message, deadline: expiresAt } = admission;
  const repeatable = admission.idempotency !== undefined;
  switch (outcome.kind) {
    case "unknown":
      return { jobId, repeatable, settled: settle(deps, caller, admission) };
    case "admitted":
      deps.onEvents(admission.events);
      deps.tally.admitted(talliedCall(admission));
      return {
        jobId,
        repeatable,
        begin: () => deps.dispatch({ jobId, customerId, message, deliveries: 1, expiresAt }),
      };
    default:
      return await notAdmitted(deps, caller, admission, outcome);
  }
}

function settle(deps: NativeDeps, caller: KeyCaller, admission: Admission): OpenJob["settled"] {
  const { jobId, idempotency } = admission;
  const settling = deps.openAdmissions.settle(admission);
  return async () => {
    const outcome = await settling;
    if (outcome === undefined) return undefined;
    if (outcome.kind !== "admitted") return await notAdmitted(deps, caller, admission, outcome);
    deps.tally.admitted(talliedCall(admission));
    return { jobId, repeatable: idempotency !== undefined };
  };
}

function talliedCall({ customerId, keyId, facts: { activity, redactions } }: Admission) {
  return { customerId, keyId, activity, redactions };
}

type Refusal = Exclude<KnownAdmission, { kind: "admitted" }>;

async function notAdmitted(
  deps: NativeDeps,
  caller: KeyCaller,
  { quota, idempotency }: Admission,
  refusal: Refusal,
): Promise<AdmittedJob> {
  const repeated = idempotency && (await findRepeated(deps, caller, idempotency));
  if (repeated !== undefined) return repeated;
  switch (refusal.kind) {
    case "quota_exceeded":
      throw quotaExceeded({ used: refusal.used, limit: quota.limit, nowMs: deps.nowMs() });
    case "duplicate":
      throw inferenceUnavailable("Send the request again");
    case "gone":
      throw jobNotFound();
  }
}

function idempotencyOf(
  { lookupMacs, bodyMacs }: NativeDeps,
  idempotencyKey: string,
  bodyBytes: Uint8Array,
): Idempotency {
  const hashes = (lookup: Mac, body: Mac) => ({
    lookup: lookup("idempotency-key\n", idempotencyKey),
    bodyHash: body(bodyBytes),
  });
  const others = lookupMacs.all
    .slice(1)
    .map((lookup, at) => hashes(lookup, bodyMacs.all[at + 1] ?? bodyMacs.current));
  return { ...hashes(lookupMacs.current, bodyMacs.current), others };
}

async function findRepeated(
  { jobs }: Pick<NativeDeps, "jobs">,
  caller: KeyCaller,
  { others, ...own }: Idempotency,
): Promise<AdmittedJob | undefined> {
  const hashes = [own, ...others];
  const lookups = hashes.map(({ lookup }) => lookup);
  const known = await jobs.findIdempotent(caller.customerId, lookups);
  if (known === undefined) return undefined;
  if (!hashes.some(({ bodyHash }) => constantTimeEqual(known.bodyHash, bodyHash)))
    throw new ApiError(
      "invalid_field",
      "This Idempotency-Key was already used with a different request body",
      {
        hint: "Use a new key for a new request",
      },
    );
  return { jobId: known.jobId, repeatable: true };
}

interface AdmissionInput extends Pick<Admission, "quota" | "idempotency"> {
  readonly input: CallInput<TemplateContent>;
  readonly prepared: PreparedCall<TemplateContent>;
  readonly parameters: InferenceParameters;
  readonly relink: boolean;
  readonly receivedAt: Date;
}

interface AdmittedCall {
  readonly admission: Admission;
  readonly outcome: AdmissionOutcome;
}

async function admitJob(deps: NativeDeps, given: AdmissionInput): Promise<AdmittedCall> {
  const { prepared, parameters, input } = given;
  const { caller, trace, record } = input;
  const { customerId, keyId, apiKey } = caller;
  const { requestId } = trace;
  const credential = await deps.credentials.forCaller(caller);
  const jobId = deps.jobIds.mint(customerId);
  const facts = jobFacts(deps, given, credential.kind);
  const deadline = wholeSecond(deps.nowMs() + deps.jobDeadlineMs);
  const jobInput = { jobRequestId: facts.job_request_id, credential, parameters, deadline };
  const job = inferenceJob(prepared, jobInput, deps.random);
  const admission: Admission = {
    ...{ jobId, customerId, keyId, requestId, facts, deadline },
    relinkMap: sealRelinkMap(apiKey, jobId, relinkMapInput(given)),
    certificateDraft: sealedDraft(deps.certificates, { input, prepared, job, facts }),
    message: deps.messages.seal(jobId, job),
    events: record.entries(submittedEvent(jobId, facts, new Date(deps.nowMs()))),
    quota: given.quota,
    ...(given.idempotency && { idempotency: given.idempotency }),
  };
  return { admission, outcome: await deps.jobs.admit(admission, deps.leaseMs) };
}

function submittedEvent(jobId: string, { actor, model }: JobFacts, now: Date) {
  const payload = { job_id: jobId, ...(model !== undefined && { model }) };
  return { ...jobEvent("PROXY_INFERENCE_SUBMITTED", payload, now), actor };
}

function jobFacts(
  { random }: NativeDeps,
  { input, prepared, parameters, relink, receivedAt }: AdmissionInput,
  credential: ProviderCredential["kind"],
): JobFacts {
  return {
    job_request_id: `jrq_${randomHex(random)}`,
    credential: credential === "managed" ? "managed" : "customer",
    received_at: receivedAt.toISOString(),
    ...(parameters.model !== undefined && { model: parameters.model }),
    relink,
    ...callFacts(input, prepared),
  };
}

function relinkMapInput({ input, prepared }: AdmissionInput) {
  const { content } = input;
  const { sanitisation, measured } = prepared;
  return {
    entries: sanitisation.entries,
    linkHosts: content.linkHosts,
    ...(measured && { evaluation: measured.evaluation }),
  };
}

/** Rounds up to a whole second, because Sandbox B must not learn a more precise time. */
function wholeSecond(ms: number): Date {
  return new Date(Math.ceil(ms / 1000) * 1000);
}

const RANDOM_BYTES = 12;
const PROOF_BYTES = 4;
const PREFIX = "job_";

/**
 * Creates and recognizes job ids. The last digits prove to the gateway that it issued the id,
 * because only such an id can belong to a job whose admission is still unknown. To anyone without
 * the key, all digits look random.
 */
export function createJobIds({ current, all }: Macs, random: RandomBytes): JobIds {
  function withProof(mac: Mac, customerId: CustomerId, digits: string): string {
    const proof = mac(`${customerId}/${digits}`).toString("hex", 0, PROOF_BYTES);
    return `${PREFIX}${digits}${proof}`;
  }

  return {
    mint: (customerId) => withProof(current, customerId, random(RANDOM_BYTES).toString("hex")),
    isMinted(customerId, jobId) {
      const digits = jobId.slice(PREFIX.length, PREFIX.length + 2 * RANDOM_BYTES);
      return all.some((mac) => jobId === withProof(mac, customerId, digits));
    },
  };
}
