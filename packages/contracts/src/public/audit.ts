import { type Static, Type } from "typebox";
import { Tier } from "./registration.ts";

/** The name of an event type, in capitals, such as `KEY_ISSUED`. */
const EventType = Type.String({
  pattern: "^[A-Z][A-Z_]{2,63}$",
  description: "the name of an event type, such as PROXY_INFERENCE_COMPLETED",
});

/**
 * The maximum number of events that a response is based on. If the window has more, the newest
 * count.
 */
export const MAX_TRAIL_EVENTS = 1_000;

export const DEFAULT_EXPORT_DAYS = 30;

/** Query of `GET /api/v1/audit/export`. */
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
    /** The first and last day, both inclusive: `2026-10-24 to 2026-11-23`. */
    period: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} to \\d{4}-\\d{2}-\\d{2}$" }),
    events: Type.Array(AuditEntry, { maxItems: MAX_TRAIL_EVENTS }),
    total_events: Type.Integer({ minimum: 0, maximum: MAX_TRAIL_EVENTS }),
  },
  { additionalProperties: false },
);
export type AuditExportResponse = Static<typeof AuditExportResponse>;

/**
 * Where the events of a response come from. The export returns it in the header
 * `X-Veil-Audit-Source`.
 */
export const AuditSource = Type.Union([
  Type.Literal("audit_service"),
  Type.Literal("audit_service+memory_buffer"),
  Type.Literal("memory_buffer"),
  Type.Literal("none"),
]);
export type AuditSource = Static<typeof AuditSource>;

export const DEFAULT_PAGE_SIZE = 50;

/** Query of `GET /api/v1/account/audit`. `since` defaults to 7 days ago, `until` to now. */
export const AccountAuditQuery = Type.Object(
  {
    since: Type.Optional(Type.String({ format: "date-time" })),
    until: Type.Optional(Type.String({ format: "date-time" })),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    type: Type.Optional(EventType),
  },
  { additionalProperties: false },
);
export type AccountAuditQuery = Static<typeof AccountAuditQuery>;

/** The payload keys that an organization sees. The gateway removes all others. */
export const SUMMARY_KEYS = [
  "request_id",
  "job_id",
  "model",
  "stop_reason",
  "input_tokens",
  "output_tokens",
  "latency_ms",
  "error_type",
  "match_count",
  "detected_types",
  "severity",
  "activity_id",
  "vertical",
] as const;

const summaryValue = Type.Optional(Type.String());

export const AuditViewEvent = Type.Object(
  {
    timestamp: Type.String({ format: "date-time" }),
    event_type: EventType,
    actor: Actor,
    request_id: Type.Optional(Type.String()),
    payload_summary: Type.Optional(
      Type.Object(
        Object.fromEntries(SUMMARY_KEYS.map((key) => [key, summaryValue])) as Record<
          (typeof SUMMARY_KEYS)[number],
          typeof summaryValue
        >,
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type AuditViewEvent = Static<typeof AuditViewEvent>;

export const AuditViewResponse = Type.Object(
  {
    /** Newest first. */
    events: Type.Array(AuditViewEvent, { maxItems: 200 }),
    page: Type.Integer({ minimum: 1 }),
    page_size: Type.Integer({ minimum: 1, maximum: 200 }),
    /** The number of events on all pages. */
    total: Type.Integer({ minimum: 0, maximum: MAX_TRAIL_EVENTS }),
    has_more: Type.Boolean(),
    org_id: Type.String(),
    source: AuditSource,
    /** The window's start and end: `2026-11-16T08:00:00.000Z to 2026-11-23T08:00:00.000Z`. */
    period: Type.String(),
    /**
     * Whether older events of the window may be missing. The caller can get them with a narrower
     * window.
     */
    truncated: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type AuditViewResponse = Static<typeof AuditViewResponse>;
