import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { complianceTrace, type EndedJob } from "./trace.ts";

export interface TracedCall extends Pick<OpenCall, "facts"> {
  readonly order: { readonly trace: Pick<OpenCall["order"]["trace"], "requestId"> };
}

/** There is no job: its id is that of the request. */
export function directTrace(
  { isolation }: Pick<DirectCallDeps, "isolation">,
  { facts, order }: TracedCall,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked" | "endedAt">,
): ComplianceTrace {
  const { requestId: jobId } = order.trace;
  return complianceTrace({ jobId, facts, isolation: isolation.current(), ...end });
}
