import type { AuditEvent } from "@veil/contracts/audit";
import type { OpenedClaim } from "@veil/contracts/claims";
import type { InferenceEnd } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { endCertificate } from "../../certificates/index.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { directTrace, type TracedCall } from "./direct-trace.ts";

export type CertifyingDeps = Pick<DirectCallDeps, "certificates" | "isolation" | "nowMs">;

/** Of an open call, what its certificate needs. */
export interface CertifiedCall extends Pick<OpenCall, "draft" | "facts"> {
  readonly order: TracedCall["order"] & {
    readonly caller: Pick<OpenCall["order"]["caller"], "customerId">;
  };
}

interface DirectEnd {
  readonly status: "completed" | "failed" | "aborted";
  readonly worker?: OpenedClaim | undefined;
  /** The item `model_output`, over what the gateway got; undefined: nothing. */
  readonly output?: string | undefined;
  /** The item `response`; undefined: no answer. */
  readonly response?: string | undefined;
  readonly dlpRedacted?: boolean;
  readonly attempts: number;
  /** As the caller got it. */
  readonly trace: ComplianceTrace;
}

/**
 * Keeps what the certificate needs. A failure does not keep the answer from the caller: the operator is told.
 * @param events - of the call's end, to be stored in the same statement
 * @returns whether it was kept, and so were they
 */
export async function certifyDirect(
  { certificates, isolation }: CertifyingDeps,
  { draft, order }: CertifiedCall,
  end: DirectEnd,
  events: readonly AuditEvent[] = [],
): Promise<boolean> {
  if (certificates === undefined || draft === undefined) return false;
  const { worker, output, response, dlpRedacted = false } = end;
  try {
    const call = { ...end, worker, output, response, dlpRedacted, isolation: isolation.current() };
    const ended = endCertificate(certificates, draft, call);
    const isFirst = await certificates.add(order.caller.customerId, ended, events);
    if (isFirst) certificates.onPending(ended);
    return true;
  } catch (error) {
    certificates.onLost(order.trace.requestId, error);
    return false;
  }
}

/** A failed call has no answer in which the caller got a trace. */
export async function certifyFailure(
  deps: CertifyingDeps,
  open: CertifiedCall,
  result: Extract<InferenceEnd, { outcome: "failed" }>,
): Promise<void> {
  const { claim: worker, ...ended } = result;
  await certifyUnanswered(deps, open, { status: "failed", worker, result: ended });
}

interface Unanswered extends Pick<DirectEnd, "status" | "worker"> {
  readonly result?: InferenceEnd;
}

/** Without a result it is not known whether the provider was called. */
export async function certifyUnanswered(
  deps: CertifyingDeps,
  open: CertifiedCall,
  { status, worker, result = NOT_KNOWN }: Unanswered,
): Promise<void> {
  const endedAt = new Date(deps.nowMs());
  const trace = directTrace(deps, open, { result, dlpRedacted: false, linked: undefined, endedAt });
  await certifyDirect(deps, open, { status, worker, attempts: result.attempts, trace });
}

const NOT_KNOWN = {
  outcome: "failed",
  reason: "deadline_passed",
  latency_ms: 0,
  attempts: 0,
} as const;
