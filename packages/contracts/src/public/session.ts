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
