import { type Static, Type } from "typebox";
import { MAX_PRECEDING_EVENTS } from "./events.ts";

/**
 * The maximum number of events in one response, which is then about 1.5 MB with the longest
 * payloads.
 */
export const MAX_QUERIED_EVENTS = 250;

const eventType = Type.String({ pattern: "^[A-Z][A-Z_]{2,63}$" });
const time = Type.String({ format: "date-time" });

const PROXY_ADMISSION = [
  ...["PROXY_INFERENCE_SUBMITTED", "PROXY_REFUSED", "PROVING_GROUND_EVALUATION"],
];
const SDK_ADMISSION = [...["SDK_INFERENCE_SUBMITTED", "SDK_TOKEN_COUNT_SUBMITTED", "SDK_REFUSED"]];

/**
 * The types of the entries in which events of a type may stand before the entry's own event. The
 * rarer event gives an entry its type, so that a query for it reads no other entries.
 */
export const ENTRIES_WITH: Readonly<Record<string, readonly string[]>> = {
  PROXY_TOKEN_GENERATED: PROXY_ADMISSION,
  PROXY_SANITIZER_APPLIED: PROXY_ADMISSION,
  PROVING_GROUND_EVALUATION: PROXY_ADMISSION,
  PROXY_INFERENCE_COMPLETED: ["PROXY_DLP_OUTBOUND_MATCH"],
  PROXY_INFERENCE_FAILED: ["PROXY_DLP_OUTBOUND_MATCH"],
  SDK_TOKEN_GENERATED: SDK_ADMISSION,
  SDK_SANITIZER_APPLIED: SDK_ADMISSION,
  SDK_INFERENCE_COMPLETED: ["SDK_DLP_OUTBOUND_MATCH"],
  SDK_INFERENCE_FAILED: ["SDK_DLP_OUTBOUND_MATCH"],
};

/** The maximum time from the first event of an entry to its own event. */
export const MAX_ENTRY_MS = 60_000;

/** An entry's place in chronological order; `seq` orders entries of the same millisecond. */
export const EventPlace = Type.Object(
  { occurred_at: time, seq: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type EventPlace = Static<typeof EventPlace>;

/**
 * Body of `POST /events/query`, which returns the events of one organization (`by: "scope"`) or one
 * customer (`by: "subject"`), newest first. Both `since` and `until` are inclusive.
 */
export const AuditQuery = Type.Object(
  {
    by: Type.Union([Type.Literal("scope"), Type.Literal("subject")]),
    owner: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    since: time,
    until: time,
    event_type: Type.Optional(eventType),
    /** Selects only events before this place, which is `next` of an earlier response. */
    before: Type.Optional(EventPlace),
    /** A response ends with the entry that reaches this number of events. */
    limit: Type.Integer({ minimum: 1, maximum: MAX_QUERIED_EVENTS }),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

/**
 * An event in a response. It omits `scope` and `subject`: the caller sent one of them as `owner`,
 * and does not need the other.
 */
export const QueriedEvent = Type.Object(
  {
    event_id: Type.String({ format: "uuid" }),
    occurred_at: time,
    event_type: eventType,
    actor: Type.String(),
    request_id: Type.Optional(Type.String()),
    payload: Type.Record(Type.String(), Type.String()),
  },
  { additionalProperties: false },
);
export type QueriedEvent = Static<typeof QueriedEvent>;

export const AuditQueryResponse = Type.Object(
  {
    events: Type.Array(QueriedEvent, { maxItems: MAX_QUERIED_EVENTS + MAX_PRECEDING_EVENTS }),
    /** The place to continue from. Absent when there are no older events. */
    next: Type.Optional(EventPlace),
  },
  { additionalProperties: false },
);
export type AuditQueryResponse = Static<typeof AuditQueryResponse>;
