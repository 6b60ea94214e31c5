import { type Static, Type } from "typebox";
import { Tier } from "./registration.ts";

/** `POST /api/v1/auth/login`: an API key, or an email and a password; the handler refuses a mixture. */
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
 * The answer of the login and of `GET /api/v1/auth/session`. Only the cookie contains the session
 * itself.
 */
export const SessionResponse = Type.Object(
  {
    org_id: Type.String(),
    /** Absent after the customer has removed it. */
    email: Type.Optional(Type.String()),
    tier: Tier,
    expires_at: Type.String({ format: "date-time" }),
  },
  { additionalProperties: false },
);
export type SessionResponse = Static<typeof SessionResponse>;
