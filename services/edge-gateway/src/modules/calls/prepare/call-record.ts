import type { AuditEvent, CallEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import { isDatabaseUnavailable, toClientError } from "../../../platform/database-refusals.ts";
import type { KeyCaller } from "../../accounts/index.ts";
import { entriesOf, jobEvent, type Payload } from "../../audit/index.ts";
import type { MeasuredTruth } from "../scanning/text-scans.ts";
import { type CallKind, countsText } from "../trace/job-facts.ts";
import type { CallDeps, CallTrace } from "./ports.ts";

/**
 * Collects the audit events of a call's steps, in order, each with the time at which its step
 * ended.
 */
export type CallRecord = ReturnType<typeof createCallRecord>;

export function createCallRecord(
  { customerId: actor, scope, subject }: Pick<KeyCaller, "customerId" | "scope" | "subject">,
  requestId: string,
  kind: CallKind = "PROXY",
) {
  const events: CallEvent[] = [];
  const owner = { scope, subject, requestId };
  const record = (type: string, payload: Payload, endedAt: Date) =>
    void events.push({ ...jobEvent(type, payload, endedAt), actor });
  return {
    /** Whether a step has been recorded. There is none if the bridge did not respond. */
    hasBegun: () => events.length > 0,
    /** Returns the entries of the log for the events so far and a further one. */
    entries: (...further: readonly CallEvent[]): readonly AuditEvent[] =>
      entriesOf([...events, ...further], owner),
    tokenGenerated: (endedAt: Date) => record(`${kind}_TOKEN_GENERATED`, {}, endedAt),
    sanitised(counts: Readonly<Record<string, number>>, endedAt: Date): void {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const payload = { match_count: String(total), detected_types: countsText(counts) };
      record(`${kind}_SANITIZER_APPLIED`, payload, endedAt);
    },
    // The event contains only counts: no types, values or annotations.
    measured(activity_id: string, counts: MeasuredTruth["counts"], endedAt: Date): void {
      const payload = {
        activity_id,
        match_count: String(counts.true_positives),
        missed_count: String(counts.false_negatives),
        extra_count: String(counts.false_positives),
      };
      record("PROVING_GROUND_EVALUATION", payload, endedAt);
    },
    refused: (code: string, endedAt: Date) =>
      record(`${kind}_REFUSED`, { error_type: code }, endedAt),
  };
}

interface RecordedCall {
  readonly record: CallRecord;
  readonly trace: CallTrace;
}

/**
 * Returns a function that runs a part of a call. If that part throws, the events of the call's
 * steps and of the refusal are stored before the error is rethrown. Nothing is stored if the bridge
 * did not respond, because then no step has been recorded.
 */
export function recordingRefusal(deps: CallDeps, call: RecordedCall) {
  return async function recording<T>(part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      if (call.record.hasBegun()) await store(deps, call, error);
      throw error;
    }
  };
}

async function store(
  deps: CallDeps,
  { record, trace }: RecordedCall,
  cause: unknown,
): Promise<void> {
  const { eventOutbox, onEvents, onNotRecorded, nowMs } = deps;
  const { requestId } = trace;
  const code = codeOf(toClientError(cause), trace);
  // Storing the events would only wait for another time-out.
  if (isDatabaseUnavailable(cause)) return onNotRecorded({ requestId, code, error: cause });
  record.refused(code, new Date(nowMs()));
  try {
    const entries = record.entries();
    await eventOutbox.add(entries);
    onEvents(entries);
  } catch (error) {
    onNotRecorded({ requestId, code, error });
  }
}

/**
 * Returns the error code for the event. A client that closed its connection gets no response, so a
 * fixed code is used.
 */
function codeOf(refusal: unknown, { isGone }: CallTrace): string {
  if (isGone?.()) return "client_closed_request";
  return refusal instanceof ApiError ? refusal.code : "internal_error";
}
