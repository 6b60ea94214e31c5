import { ApiError } from "@veil/contracts/errors";
import { constantTimeEqual, hmacSha256 } from "@veil/crypto";
import {
  type KeyCaller,
  noProviderKey,
  quotaExceeded,
  requireQuota,
} from "../../../accounts/index.ts";
import { createCallRecord, recordingRefusal } from "../../prepare/call-record.ts";
import type { CallTrace } from "../../prepare/ports.ts";
import { prepareCall } from "../../prepare/prepare.ts";
import type { Admission, AdmittedJob, KnownAdmission, NativeDeps, OpenJob } from "../ports.ts";
import { jobNotFound } from "../results/await-answer.ts";
import { type AdmittedCall, admitJob } from "./admit.ts";
import type { NativeRequest } from "./native-request.ts";

interface NativeCall {
  readonly caller: KeyCaller;
  readonly request: NativeRequest;
  readonly trace: CallTrace;
  readonly idempotencyKey: string | undefined;
  readonly bodyBytes: Uint8Array;
}

/**
 * Starts a native call after its schema was checked: finds the job of a repeated request, or admits
 * a new one after the checks of quota and availability.
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
    const admitted = await admitJob(deps, { ...admission, ...(idempotency && { idempotency }) });
    return await deliverQueued(deps, caller, admitted);
  });
  return "settled" in sent ? { ...sent, settled: () => recording(sent.settled) } : sent;
}

/** Refuses a call before anything is counted. */
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
      deps.onEvents();
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
    return { jobId, repeatable: idempotency !== undefined };
  };
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
  { lookupKey, bodyKey }: NativeDeps,
  idempotencyKey: string,
  bodyBytes: Uint8Array,
) {
  return {
    lookup: hmacSha256(lookupKey, `idempotency-key\n${idempotencyKey}`),
    bodyHash: hmacSha256(bodyKey, bodyBytes),
  };
}

async function findRepeated(
  { jobs }: Pick<NativeDeps, "jobs">,
  caller: KeyCaller,
  { lookup, bodyHash }: NonNullable<Admission["idempotency"]>,
): Promise<AdmittedJob | undefined> {
  const known = await jobs.findIdempotent(caller.customerId, lookup);
  if (known === undefined) return undefined;
  if (!constantTimeEqual(known.bodyHash, bodyHash))
    throw new ApiError(
      "invalid_field",
      "This Idempotency-Key was already used with a different request body",
      {
        hint: "Use a new key for a new request",
      },
    );
  return { jobId: known.jobId, repeatable: true };
}
