import type { Clock } from "@veil/contracts/clock";
import { type KeyCaller, quotaExceeded } from "../../../accounts/index.ts";
import type { Admission, KnownAdmission, OpenAdmissions, OutboxJob } from "../ports.ts";
import type { AdmittedCall } from "./admit.ts";
import type { AdmittedJob, OpenJob } from "./admitted-job.ts";
import { findRepeated, type IdempotencyDeps } from "./idempotency.ts";
import { inferenceUnavailable, jobNotFound } from "./refusals.ts";

export interface DeliverDeps extends Pick<IdempotencyDeps, "jobs"> {
  readonly openAdmissions: OpenAdmissions;
  readonly dispatch: (job: OutboxJob) => void;
  readonly onEvents: () => void;
  readonly nowMs: Clock;
}

export async function deliverQueued(
  deps: DeliverDeps,
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

function settle(deps: DeliverDeps, caller: KeyCaller, admission: Admission): OpenJob["settled"] {
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
  deps: DeliverDeps,
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
