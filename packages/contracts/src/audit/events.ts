import { type Static, Type } from "typebox";
import { signedMessage } from "../messages.ts";

/**
 * The payload keys that an event may have in the log. `missed_count` and `extra_count` are used by
 * the proving ground, `list_id` to `type_count` by entity lists and policies, `tier` to
 * `valid_until` by accounts, `outcome` and `attempts` by late results.
 */
export const PAYLOAD_KEYS = [
  "request_id",
  "job_id",
  "model",
  "stop_reason",
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
  "latency_ms",
  "error_type",
  "match_count",
  "detected_types",
  "severity",
  "activity_id",
  "vertical",
  "missed_count",
  "extra_count",
  "list_id",
  "list_version",
  "entry_count",
  "key_id",
  "type_count",
  "tier",
  "changed_fields",
  "changed_by",
  "replaced_by",
  "valid_until",
  "outcome",
  "attempts",
  "certificate_sha256",
  "subject_request_id",
  "subject_request_type",
  "request_status",
  "member_id",
] as const;
export type PayloadKey = (typeof PAYLOAD_KEYS)[number];

const happened = {
  /** A UUID that the sender chooses. It makes appending idempotent. */
  event_id: Type.String({ format: "uuid" }),
  occurred_at: Type.String({ format: "date-time" }),
  event_type: Type.String({ pattern: "^[A-Z][A-Z_]{2,63}$" }),
  /** Customer id, or `token:` and the SHA-256 of the pseudonym token. */
  actor: Type.String({ pattern: "^(cus_[0-9a-f]{32,64}|token:[0-9a-f]{64}|system)$" }),
  payload: Type.Object(
    Object.fromEntries(
      PAYLOAD_KEYS.map((key) => [key, Type.Optional(Type.String({ maxLength: 256 }))]),
    ) as Record<PayloadKey, ReturnType<typeof optionalString>>,
    { additionalProperties: false },
  ),
};

/** An event of a call. It belongs to the owner of its entry. */
export const CallEvent = Type.Object(happened, { additionalProperties: false });
export type CallEvent = Static<typeof CallEvent>;

/** The maximum number of events that precede the event of an entry. */
export const MAX_PRECEDING_EVENTS = 7;

/**
 * One entry of the log: an event, and the events of the same call that preceded it within a minute.
 * It contains no plaintext identity and no personal data.
 */
export const AuditEvent = Type.Object(
  {
    ...happened,
    /** HMAC of the organization id under that organization's own key, hexadecimal. */
    scope: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    /**
     * HMAC of the customer id under the customer's own key, hexadecimal. Senders of an earlier
     * version omit it.
     */
    subject: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
    request_id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" })),
    /** In their order. They have the same scope, subject and request. */
    preceded_by: Type.Optional(
      Type.Array(CallEvent, { minItems: 1, maxItems: MAX_PRECEDING_EVENTS }),
    ),
  },
  { additionalProperties: false },
);
export type AuditEvent = Static<typeof AuditEvent>;

const logged = {
  event_id: Type.String(),
  occurred_at: Type.String(),
  event_type: Type.String(),
  actor: Type.String(),
  payload: Type.Record(Type.String(), Type.String()),
};

/**
 * An entry as the log stores it; an event of another version may have other payload keys. Entries
 * with preceding events have version 3, others with a `subject` version 2.
 */
export const LoggedEvent = Type.Object({
  version: Type.Optional(Type.Enum([2, 3])),
  ...logged,
  scope: Type.String(),
  subject: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
  preceded_by: Type.Optional(Type.Array(Type.Object(logged))),
});
export type LoggedEvent = Static<typeof LoggedEvent>;

/** Returns the events of an entry in their order. */
export function eventsIn<
  Happened extends object,
  Entry extends { readonly preceded_by?: readonly Happened[] | undefined },
>({ preceded_by = [], ...own }: Entry): Omit<Entry, "preceded_by">[] {
  return [...preceded_by.map((event) => ({ ...own, ...event })), own];
}

/** A signed batch of events. The transports limit its length. */
export const AuditMessage = signedMessage({ from: ["edge-gateway"], to: "audit" });

/**
 * The audit service checks each event separately against `AuditEvent`, so that an invalid event
 * does not affect the others.
 */
export const AuditBatch = Type.Object(
  { events: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 256 }) },
  { additionalProperties: false },
);
export type AuditBatch = Static<typeof AuditBatch>;

function optionalString() {
  return Type.Optional(Type.String());
}
