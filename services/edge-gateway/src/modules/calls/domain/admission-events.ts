import type { AuditEvent } from "@veil/contracts/audit";
import type { CustomerId } from "../../accounts/index.ts";
import { auditEvent, type Payload } from "../../audit/index.ts";
import type { MeasuredTruth } from "../text-scans.ts";
import { countsText } from "./events.ts";
import type { JobFacts } from "./job-facts.ts";

interface AdmittedFacts {
  readonly customerId: CustomerId;
  readonly requestId: string;
  readonly jobId: string;
  readonly facts: JobFacts;
  readonly measured: MeasuredTruth | undefined;
}

/** Written in the transaction that admits the job, once for each job. */
export function admissionEvents(now: Date, admitted: AdmittedFacts): AuditEvent[] {
  const { customerId, requestId, jobId, facts } = admitted;
  const { scope, actor, redactions, model } = facts;
  const customer = { actor: customerId, scope, requestId };
  const inference = { actor, scope, requestId };
  const total = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  const sanitised = { match_count: String(total), detected_types: countsText(redactions) };
  const submitted = { job_id: jobId, ...(model !== undefined && { model }) };
  const measured = admitted.measured && provingGroundPayload(facts, admitted.measured.counts);
  return [
    auditEvent("PROXY_TOKEN_GENERATED", customer, {}, now),
    auditEvent("PROXY_SANITIZER_APPLIED", customer, sanitised, now),
    ...(measured ? [auditEvent("PROVING_GROUND_EVALUATION", customer, measured, now)] : []),
    auditEvent("PROXY_INFERENCE_SUBMITTED", inference, submitted, now),
  ];
}

/** Counts only: no type, no value, no annotation. */
function provingGroundPayload(
  { activity_id }: JobFacts,
  { true_positives, false_negatives, false_positives }: MeasuredTruth["counts"],
): Payload {
  return {
    ...(activity_id !== undefined && { activity_id }),
    match_count: String(true_positives),
    missed_count: String(false_negatives),
    extra_count: String(false_positives),
  };
}
