import { type Static, Type } from "typebox";

export const MAX_VERIFIED_EVENTS = 10_000;

/** `POST /events/verify`: the newest events of the log. */
export const AuditVerificationRequest = Type.Object(
  { newest: Type.Integer({ minimum: 1, maximum: MAX_VERIFIED_EVENTS }) },
  { additionalProperties: false },
);

/**
 * - `gap`: the event is missing or was moved.
 * - `link`: it follows another event.
 * - `hash`, `columns`: it was edited.
 * - `head`: it is not the log's end.
 * - `pruning`: it is missing, and the log signed no pruning of it.
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
 * What was verified: from `first_seq` to `last_seq`, the log's end when the verification began.
 * Unless it began with the log's first event, it takes the hash of the event before as the log
 * stores it.
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
    /** The first event that does not follow from the ones before. */
    broken_seq: Type.Optional(Type.Integer()),
    reason: Type.Optional(BreakReason),
  },
  { additionalProperties: false },
);
export type AuditVerification = Static<typeof AuditVerification>;
