import { type Static, Type } from "typebox";

/** How many events one answer holds at most: about 1.5 MB with the longest payloads. */
export const MAX_QUERIED_EVENTS = 250;

const eventType = Type.String({ pattern: "^[A-Z][A-Z_]{2,63}$" });
const time = Type.String({ format: "date-time" });

/** An event's place in the order of time; `seq` decides between events of one millisecond. */
export const EventPlace = Type.Object(
  { occurred_at: time, seq: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type EventPlace = Static<typeof EventPlace>;

/**
 * `POST /events/query` returns events of one organization or of one customer, newest first. Every
 * query names an owner. Both ends of the time are included.
 */
export const AuditQuery = Type.Object(
  {
    by: Type.Union([Type.Literal("scope"), Type.Literal("subject")]),
    owner: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    since: time,
    until: time,
    event_type: Type.Optional(eventType),
    actor: Type.Optional(Type.String({ maxLength: 128 })),
    /** Selects only events older than this place, which is the `next` of an earlier answer. */
    before: Type.Optional(EventPlace),
    limit: Type.Integer({ minimum: 1, maximum: MAX_QUERIED_EVENTS }),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

/** Omits scope and subject: the caller knows the one that it sent, and does not need the other. */
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
    /** Absent when there are no older events. */
    next: Type.Optional(EventPlace),
  },
  { additionalProperties: false },
);
export type AuditQueryResponse = Static<typeof AuditQueryResponse>;
