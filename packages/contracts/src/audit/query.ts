import { type Static, Type } from "typebox";

/**
 * The maximum number of events in one response, which is then about 1.5 MB with the longest
 * payloads.
 */
export const MAX_QUERIED_EVENTS = 250;

const eventType = Type.String({ pattern: "^[A-Z][A-Z_]{2,63}$" });
const time = Type.String({ format: "date-time" });

/** An event's place in chronological order; `seq` orders events of the same millisecond. */
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
    actor: Type.Optional(Type.String({ maxLength: 128 })),
    /** Selects only events before this place, which is `next` of an earlier response. */
    before: Type.Optional(EventPlace),
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
    events: Type.Array(QueriedEvent, { maxItems: MAX_QUERIED_EVENTS }),
    /** The place to continue from. Absent when there are no older events. */
    next: Type.Optional(EventPlace),
  },
  { additionalProperties: false },
);
export type AuditQueryResponse = Static<typeof AuditQueryResponse>;
