import type { AuditEvent } from "@veil/contracts/audit";
import type { KeyCaller } from "../../accounts/index.ts";
import { auditEvent, type Payload } from "../../audit/index.ts";
import type { MeasuredTruth } from "../scanning/text-scans.ts";
import { type CallKind, countsText } from "../trace/events.ts";

/** The audit events of a call's steps, in order, each with the time at which its step ended. */
export interface CallRecord {
  /** Empty when the bridge did not answer. */
  events(): readonly AuditEvent[];
  tokenGenerated(endedAt: Date): void;
  sanitised(counts: Readonly<Record<string, number>>, endedAt: Date): void;
  measured(activityId: string, counts: MeasuredTruth["counts"], endedAt: Date): void;
  refused(code: string, endedAt: Date): void;
}

export function createCallRecord(
  { customerId: actor, scope, subject }: Pick<KeyCaller, "customerId" | "scope" | "subject">,
  requestId: string,
  kind: CallKind = "PROXY",
): CallRecord {
  const events: AuditEvent[] = [];
  const owner = { actor, scope, subject, requestId };
  const record = (type: string, payload: Payload, endedAt: Date) =>
    void events.push(auditEvent(type, owner, payload, endedAt));
  return {
    events: () => events,
    tokenGenerated: (endedAt) => record(`${kind}_TOKEN_GENERATED`, {}, endedAt),
    sanitised(counts, endedAt) {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const payload = { match_count: String(total), detected_types: countsText(counts) };
      record(`${kind}_SANITIZER_APPLIED`, payload, endedAt);
    },
    // Counts only: no type, no value, no annotation.
    measured(activity_id, counts, endedAt) {
      const payload = {
        activity_id,
        match_count: String(counts.true_positives),
        missed_count: String(counts.false_negatives),
        extra_count: String(counts.false_positives),
      };
      record("PROVING_GROUND_EVALUATION", payload, endedAt);
    },
    refused: (code, endedAt) => record(`${kind}_REFUSED`, { error_type: code }, endedAt),
  };
}
