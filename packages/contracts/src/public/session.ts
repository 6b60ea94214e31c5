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

/** The roles of people who sign in with an identity provider. Every other session is an owner's. */
export const ROLES = ["owner", "key_manager", "member", "auditor"] as const;
export const Role = Type.Unsafe<(typeof ROLES)[number]>(Type.String({ enum: [...ROLES] }));
export type Role = Static<typeof Role>;

/** What an operation does: read, make calls, manage keys, or change the account. */
const PERMISSIONS = ["read", "call", "keys", "account"] as const;
export const Permission = Type.Unsafe<(typeof PERMISSIONS)[number]>(
  Type.String({ enum: [...PERMISSIONS] }),
);
export type Permission = Static<typeof Permission>;

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  key_manager: ["read", "call", "keys"],
  member: ["read", "call"],
  auditor: ["read"],
};

/** Response to `GET /api/v1/auth/methods`: how one can sign in. */
export const SignInMethodsResponse = Type.Object(
  {
    api_key: Type.Boolean(),
    password: Type.Boolean(),
    /** Whether operators can sign in at the host of the request. */
    operators: Type.Boolean(),
    /** Identity providers. A browser opens `/api/v1/auth/oidc/{provider_id}`. */
    providers: Type.Array(
      Type.Object(
        { provider_id: Type.String(), title: Type.String() },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type SignInMethodsResponse = Static<typeof SignInMethodsResponse>;

/** A person who has signed in with an identity provider. */
export const Member = Type.Object(
  {
    member_id: Type.String(),
    role: Role,
    /** Absent if the provider states none. */
    email: Type.Optional(Type.String()),
    issuer: Type.String(),
    created_at: Type.String({ format: "date-time" }),
    signed_in_at: Type.String({ format: "date-time" }),
  },
  { additionalProperties: false },
);
export type Member = Static<typeof Member>;

/** Response to `GET /api/v1/account/members`. */
export const MembersResponse = Type.Object(
  { members: Type.Array(Member) },
  { additionalProperties: false },
);
export type MembersResponse = Static<typeof MembersResponse>;

/**
 * Response to the login and to `GET /api/v1/auth/session`. The session itself is only in the
 * cookie.
 */
export const SessionResponse = Type.Object(
  {
    org_id: Type.String(),
    /** The member's, or else the customer's. Absent after the customer removed it. */
    email: Type.Optional(Type.String()),
    tier: Tier,
    role: Role,
    may: Type.Array(Permission),
    expires_at: Type.String({ format: "date-time" }),
  },
  { additionalProperties: false },
);
export type SessionResponse = Static<typeof SessionResponse>;

export const SessionSummary = Type.Object(
  {
    /** Identifies the session; the cookie cannot be derived from it. */
    session_id: Type.String(),
    /** The key that started it. */
    key_id: Type.Optional(Type.String()),
    /** The member who started it. With neither key nor member, a password did. */
    member_id: Type.Optional(Type.String()),
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
