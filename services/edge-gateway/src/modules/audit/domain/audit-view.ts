import type { QueriedEvent } from "@veil/contracts/audit-query";
import { ApiError } from "@veil/contracts/errors";
import {
  type AccountAuditQuery,
  type AuditViewEvent,
  type AuditViewResponse,
  DEFAULT_PAGE_SIZE,
  SUMMARY_KEYS,
} from "@veil/contracts/public/audit";
import type { Trail } from "./trail.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;

interface ViewWindow {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Returns the time window of a query.
 * @throws ApiError `invalid_field` when it is invalid or too long
 */
export function viewWindow(query: AccountAuditQuery, nowMs: number): ViewWindow {
  const since = timeOf("since", query.since, nowMs - DEFAULT_DAYS * DAY_MS);
  const until = timeOf("until", query.until, nowMs);
  if (since > until)
    throw new ApiError("invalid_field", 'Field "since" must not be after "until"', {
      hint: `Without "since" the window begins ${DEFAULT_DAYS} days before now`,
    });
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS)
    throw new ApiError(
      "invalid_field",
      `The time between "since" and "until" must not exceed ${MAX_DAYS} days`,
    );
  return { since, until };
}

function timeOf(name: string, text: string | undefined, defaultMs: number): Date {
  const time = text === undefined ? new Date(defaultMs) : new Date(text);
  // RFC 3339 allows leap seconds, which Date cannot represent, and years before any event.
  if (!(time.getTime() >= 0))
    throw new ApiError("invalid_field", `Field "${name}" must be a time after 1970`);
  return time;
}

interface Viewing {
  readonly org_id: string;
  readonly query: AccountAuditQuery;
  readonly window: ViewWindow;
  readonly trail: Trail;
}

export function auditView({ org_id, query, window, trail }: Viewing): AuditViewResponse {
  const { page = 1, page_size = DEFAULT_PAGE_SIZE } = query;
  const { events, source, clipped: truncated } = trail;
  const end = page * page_size;
  return {
    events: events.slice(end - page_size, end).map(toViewEvent),
    page,
    page_size,
    total: events.length,
    has_more: events.length > end,
    org_id,
    source,
    period: `${window.since.toISOString()} to ${window.until.toISOString()}`,
    truncated,
  };
}

function toViewEvent({
  occurred_at,
  event_type,
  actor,
  request_id,
  payload,
}: QueriedEvent): AuditViewEvent {
  const shown = SUMMARY_KEYS.filter((key) => Object.hasOwn(payload, key));
  const payload_summary = Object.fromEntries(shown.map((key) => [key, payload[key]]));
  return {
    ...{ timestamp: occurred_at, event_type, actor },
    ...(request_id !== undefined && { request_id }),
    ...(shown.length > 0 && { payload_summary }),
  };
}
