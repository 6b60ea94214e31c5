import { type Static, Type } from "typebox";
import { Tier } from "./registration.ts";

/**
 * Body of `POST /api/v1/auth/login`: either an API key, or an email and a password. The handler
 * refuses a mixture.
 */
export const LoginRequest = Type.Object(
  {
    api_key: Type.Optional(Type.String({ maxLength: 256 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.String({ maxLength: 256 })),
  },
  { additionalProperties: false },
);
export type LoginRequest = Static<typeof LoginRequest>;

/**
 * Response to the login and to `GET /api/v1/auth/session`. The session itself is only in the
 * cookie.
 */
export const SessionResponse = Type.Object(
  {
    org_id: Type.String(),
    /** Absent after the customer removed it. */
    email: Type.Optional(Type.String()),
    tier: Tier,
    expires_at: Type.String({ format: "date-time" }),
  },
  { additionalProperties: false },
);
export type SessionResponse = Static<typeof SessionResponse>;

export const SessionSummary = Type.Object(
  {
    /** Identifies the session; the cookie cannot be derived from it. */
    session_id: Type.String(),
    /** The key that started it. Absent: a password. */
    key_id: Type.Optional(Type.String()),
    started_at: Type.String({ format: "date-time" }),
    expires_at: Type.String({ format: "date-time" }),
    /** Whether the request came from this session. */
    current: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type SessionSummary = Static<typeof SessionSummary>;

/** Response to `GET /api/v1/auth/sessions`. */
export const SessionsResponse = Type.Object(
  { sessions: Type.Array(SessionSummary) },
  { additionalProperties: false },
);
export type SessionsResponse = Static<typeof SessionsResponse>;
