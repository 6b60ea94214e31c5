import { type KeyCaller, noProviderKey } from "../../../accounts/index.ts";
import { createCallRecord } from "../../prepare/call-record.ts";
import type { CallTrace } from "../../prepare/ports.ts";
import { type PreparationDeps, prepareCall } from "../../prepare/prepare.ts";
import { type RefusedCallDeps, recordingRefusal } from "../../prepare/refused-call.ts";
import { type QuotaDeps, requireQuota } from "../../prepare/require-quota.ts";
import type { AnswerDeps } from "../results/await-answer.ts";
import { type AdmitDeps, admitJob } from "./admit.ts";
import type { AdmittedJob, OpenJob } from "./admitted-job.ts";
import { type DeliverDeps, deliverQueued } from "./deliver.ts";
import { findRepeated, type IdempotencyDeps, idempotencyOf } from "./idempotency.ts";
import type { NativeRequest } from "./native-request.ts";
import { inferenceUnavailable } from "./refusals.ts";

export interface NativeCallDeps
  extends PreparationDeps,
    AdmitDeps,
    DeliverDeps,
    IdempotencyDeps,
    RefusedCallDeps,
    AnswerDeps,
    QuotaDeps {
  readonly scans: PreparationDeps["scans"];
  readonly managedAiEnabled: boolean;
  readonly transportState: () => "up" | "down";
  /** Called when the response was sent, so that the map may be deleted. */
  readonly onFlushed: (jobId: string) => void;
}

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
  deps: NativeCallDeps,
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

function requireInference(deps: NativeCallDeps, caller: KeyCaller): void {
  if (caller.managedAi && !deps.managedAiEnabled) throw noProviderKey();
  if (deps.transportState() === "down") throw inferenceUnavailable();
}
