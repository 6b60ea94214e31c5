import { ApiError } from "@veil/contracts/errors";
import type { SubjectRequest, SubjectRequestChange } from "@veil/contracts/public/compliance/dsar";
import type { StoredSubjectRequest } from "../../ports.ts";

/** Art. 12(3) of the GDPR: one month after receipt, and two further months if it is extended. */
const MONTHS = 1;
const EXTENDED_MONTHS = 3;

const REMEDY =
  "You can complain to a supervisory authority (Art. 77 of the GDPR) and take the matter to court (Art. 79).";

/** Returns when a request that was sent at this time must be answered. */
export function dueAt(submittedAt: Date, extended = false): Date {
  return addMonths(submittedAt, extended ? EXTENDED_MONTHS : MONTHS);
}

/**
 * Adds months in UTC. If the month has no such day, its last day is used (Regulation 1182/71, Art.
 * 3(2)).
 */
function addMonths(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return to;
}

/**
 * Returns the request after a step.
 * @throws ApiError `invalid_field` for a step that is not possible in this state
 */
export function nextState(
  before: StoredSubjectRequest,
  change: SubjectRequestChange,
  now: Date,
): StoredSubjectRequest {
  const { request_status: status, reason, extension } = change;
  if (before.endedAt !== null) refuse("request_status", "must not change after the request ended");
  if ((reason !== undefined) !== (status === "cancelled"))
    refuse("reason", "is required to cancel a request, and not allowed otherwise");
  if (extension !== undefined) return extended(before, change, now);
  switch (status) {
    case "in_progress":
      if (before.status !== "pending") refuse("request_status", "already was in_progress");
      return { ...before, status };
    case "completed":
      if (before.status === "pending")
        refuse("request_status", "must be in_progress first: the person must be verified");
      return { ...before, status, endedAt: now, sealedValue: null };
    case "cancelled":
      return { ...before, status, refusedFor: reason ?? null, endedAt: now, sealedValue: null };
    case undefined:
      return refuse("request_status", "or extension is required");
    default:
      return status satisfies never;
  }
}

function extended(
  before: StoredSubjectRequest,
  { extension = "complexity", ...rest }: SubjectRequestChange,
  now: Date,
): StoredSubjectRequest {
  if (Object.keys(rest).length > 0) refuse("extension", "must be the only change");
  if (before.extendedFor !== null) refuse("extension", "is possible only once");
  if (now > before.dueAt) refuse("extension", "is possible only before the request is due");
  return { ...before, extendedFor: extension, dueAt: dueAt(before.submittedAt, true) };
}

function refuse(field: string, why: string): never {
  throw new ApiError("invalid_field", `Field "${field}" ${why}`);
}

/** Returns the request as the customer sees it. */
export function subjectRequestView(
  stored: StoredSubjectRequest,
  value: string | undefined,
): SubjectRequest {
  const { extendedFor, refusedFor, endedAt, commitment } = stored;
  return {
    subject_request_id: stored.id,
    subject_request_type: stored.type,
    subject: { kind: stored.subject, ...(value !== undefined && { value }) },
    request_status: stored.status,
    submitted_time: stored.submittedAt.toISOString(),
    received_time: stored.receivedAt.toISOString(),
    expected_completion_time: stored.dueAt.toISOString(),
    ...(extendedFor !== null && { extension: extendedFor }),
    ...(refusedFor !== null && { reason: refusedFor, remedy: REMEDY }),
    ...(endedAt !== null && { ended_time: endedAt.toISOString() }),
    ...(commitment !== null && { commitment }),
  };
}
