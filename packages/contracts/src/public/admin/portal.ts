import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };
const instant = Type.String({ format: "date-time" });

/** The header with the token of an administrator's session in the portal. */
export const ADMIN_SESSION_HEADER = "X-Admin-Session";

/** Response to `POST /api/v1/admin/session`. */
export const AdminSessionResponse = Type.Object(
  {
    /** Takes the place of the key, in the header `X-Admin-Session`. It is shown once. */
    token: Type.String(),
    /** The id of the admin key, which the audit log shows as `admin:<key id>`. */
    key_id: Type.String(),
    expires_at: instant,
  },
  closed,
);
export type AdminSessionResponse = Static<typeof AdminSessionResponse>;

export const DEFAULT_CHANGE_DAYS = 30;

/** Query of `GET /api/v1/admin/customers/{customer_id}/changes`. */
export const AdminChangesQuery = Type.Object(
  {
    days: Type.Optional(
      Type.String({ pattern: "^([1-9]|[1-8][0-9]|90)$", description: "1 to 90, 30 by default" }),
    ),
  },
  closed,
);
export type AdminChangesQuery = Static<typeof AdminChangesQuery>;

/** A change of a customer's account. It names fields and ids, but no value except the tier. */
const AdminChange = Type.Object(
  {
    timestamp: instant,
    event_type: Type.String(),
    /** Absent: the customer. */
    changed_by: Type.Optional(Type.String()),
    details: Type.Record(Type.String(), Type.String()),
    request_id: Type.Optional(Type.String()),
  },
  closed,
);

export const AdminChangesResponse = Type.Object(
  {
    /** Newest first. */
    changes: Type.Array(AdminChange),
    /** Whether older changes of the window may be missing. */
    truncated: Type.Boolean(),
  },
  closed,
);
export type AdminChangesResponse = Static<typeof AdminChangesResponse>;

const waiting = {
  waiting: Type.Integer(),
  /** When the oldest came. Absent if nothing waits. */
  oldest_at: Type.Optional(instant),
};

/** Response to `GET /api/v1/admin/backlog`: what waits, and dead letters. Numbers only. */
export const AdminBacklogResponse = Type.Object(
  {
    /** Jobs that have not ended. */
    jobs: Type.Object(waiting, closed),
    /** Jobs that the transport has not taken over yet. */
    job_outbox: Type.Object(waiting, closed),
    /** Events on their way to the audit log, and those that it refused. */
    event_outbox: Type.Object({ ...waiting, refused: Type.Integer() }, closed),
    /** Ended calls without a certificate. */
    certificates: Type.Object(waiting, closed),
    /** Batches of certificates that the log has not proven yet. */
    unproven_batches: Type.Object(waiting, closed),
    /** The broker's queues; null if it did not respond. Empty without a broker. */
    queues: Type.Union([
      Type.Array(
        Type.Object(
          { queue: Type.String(), messages: Type.Integer(), dead_letters: Type.Boolean() },
          closed,
        ),
      ),
      Type.Null(),
    ]),
  },
  closed,
);
export type AdminBacklogResponse = Static<typeof AdminBacklogResponse>;
