import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { complianceTrace, type EndedJob } from "./trace.ts";

/** There is no job: its id is that of the request. */
export function directTrace(
  { isolation }: DirectCallDeps,
  { facts, order }: OpenCall,
  end: Pick<EndedJob, "result" | "dlpRedacted" | "linked" | "endedAt">,
): ComplianceTrace {
  const { requestId: jobId } = order.trace;
  return complianceTrace({ jobId, facts, isolation: isolation.current(), ...end });
}
