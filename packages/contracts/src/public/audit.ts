import { type Static, Type } from "typebox";
import { Tier } from "./registration.ts";

/** An event type is a name in capitals, such as `KEY_ISSUED`. */
const EventType = Type.String({
  pattern: "^[A-Z][A-Z_]{2,63}$",
  description: "the name of an event type, such as PROXY_INFERENCE_COMPLETED",
});

/** How many events an answer is made from, at most: the newest of the window. */
export const MAX_TRAIL_EVENTS = 1_000;

export const DEFAULT_EXPORT_DAYS = 30;

/** `GET /api/v1/audit/export`. */
export const AuditExportQuery = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
    type: Type.Optional(EventType),
  },
  { additionalProperties: false },
);
export type AuditExportQuery = Static<typeof AuditExportQuery>;

const Actor = Type.String({ description: "a customer id, or token: and the SHA-256 of a token" });

export const AuditEntry = Type.Object(
  {
    timestamp: Type.String({ format: "date-time" }),
    event_type: EventType,
    actor: Actor,
    /** A JSON object whose keys depend on the event type. */
    details: Type.String(),
    request_id: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditExportResponse = Type.Object(
  {
    customer_id: Type.String(),
    tier: Tier,
    /** Both days included: `2026-10-24 to 2026-11-23`. */
    period: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} to \\d{4}-\\d{2}-\\d{2}$" }),
    events: Type.Array(AuditEntry, { maxItems: MAX_TRAIL_EVENTS }),
    total_events: Type.Integer({ minimum: 0, maximum: MAX_TRAIL_EVENTS }),
  },
  { additionalProperties: false },
);
export type AuditExportResponse = Static<typeof AuditExportResponse>;

/** Where the events of an answer are from. In the header `X-Veil-Audit-Source` of the export. */
export const AuditSource = Type.Union([
  Type.Literal("audit_service"),
  Type.Literal("audit_service+memory_buffer"),
  Type.Literal("memory_buffer"),
  Type.Literal("none"),
]);
export type AuditSource = Static<typeof AuditSource>;
