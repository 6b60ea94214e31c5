import { type Static, Type } from "typebox";

export const MAX_VERIFIED_EVENTS = 10_000;

/** Body of `POST /events/verify`: how many of the newest events to verify. */
export const AuditVerificationRequest = Type.Object(
  { newest: Type.Integer({ minimum: 1, maximum: MAX_VERIFIED_EVENTS }) },
  { additionalProperties: false },
);

/**
 * - `gap`: the event is missing or was moved.
 * - `link`: the event's `prev_hash` is not the hash of the event before it.
 * - `hash`, `columns`: the event was edited.
 * - `head`: the event is not the one that the log recorded as its last.
 * - `pruning`: the event is missing, but the log signed no record that it was pruned.
 */
const BreakReason = Type.Union([
  Type.Literal("gap"),
  Type.Literal("link"),
  Type.Literal("hash"),
  Type.Literal("columns"),
  Type.Literal("head"),
  Type.Literal("pruning"),
]);

export const AuditBreak = Type.Object(
  { seq: Type.Integer(), reason: BreakReason },
  { additionalProperties: false },
);

/**
 * The result for the events from `first_seq` to `last_seq`, the last event when the verification
 * began. If `first_seq` is not the log's first event, the stored hash of the event before it is
 * trusted.
 */
export const AuditVerification = Type.Object(
  {
    status: Type.Union([Type.Literal("intact"), Type.Literal("broken")]),
    /**
     * - 1: the whole log was verified.
     * - Greater than 1: the first events were pruned, or the request did not include them.
     * - Greater than `last_seq`: the log is empty.
     */
    first_seq: Type.Integer(),
    last_seq: Type.Integer(),
    /** The first event that breaks the hash chain. */
    broken_seq: Type.Optional(Type.Integer()),
    reason: Type.Optional(BreakReason),
  },
  { additionalProperties: false },
);
export type AuditVerification = Static<typeof AuditVerification>;
