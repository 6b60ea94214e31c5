import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { complianceTrace, type EndedJob } from "../trace/trace.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";

export interface TracedCall extends Pick<OpenCall, "draft" | "facts"> {
  readonly order: { readonly trace: Pick<OpenCall["order"]["trace"], "requestId"> };
}

/** There is no job: its id is that of the request. */
export function directTrace(
  { isolation }: Pick<DirectCallDeps, "isolation">,
  { draft, facts, order }: TracedCall,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked" | "endedAt">,
): ComplianceTrace {
  const { requestId: jobId } = order.trace;
  const certificateId = draft && jobId;
  return complianceTrace({ jobId, certificateId, facts, isolation: isolation.current(), ...end });
}
