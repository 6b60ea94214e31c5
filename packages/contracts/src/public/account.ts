import { type Static, Type } from "typebox";
import { RegisterRequest, Tier } from "./registration.ts";

/** `GET`, `PATCH /api/v1/account`. */
export const AccountResponse = Type.Object(
  {
    customer_id: Type.String(),
    org_id: Type.String(),
    /** Absent after the customer has removed it. */
    email: Type.Optional(Type.String()),
    company: Type.Optional(Type.String()),
    tier: Tier,
    managed_ai: Type.Boolean(),
    /** The provider of the stored key. */
    provider: Type.Optional(Type.String()),
    license_expires_at: Type.Optional(Type.String()),
    created_at: Type.String(),
  },
  { additionalProperties: false },
);
export type AccountResponse = Static<typeof AccountResponse>;

/**
 * `PATCH /api/v1/account`: an absent field stays as it is, and null removes it. No request replaces
 * an address by another one, since we do not verify addresses.
 */
export const AccountPatchRequest = Type.Object(
  {
    email: Type.Optional(Type.Null()),
    company: Type.Optional(Type.Union([RegisterRequest.properties.company, Type.Null()])),
  },
  { additionalProperties: false },
);
export type AccountPatchRequest = Static<typeof AccountPatchRequest>;

/** `DELETE /api/v1/account`. */
export const AccountDeletionRequest = Type.Object(
  {
    /** The account's own `customer_id`. */
    confirm: Type.String(),
  },
  { additionalProperties: false },
);
export type AccountDeletionRequest = Static<typeof AccountDeletionRequest>;

export const AccountDeletionResponse = Type.Object(
  {
    customer_id: Type.String(),
    deleted_at: Type.String(),
    /**
     * Jobs that had no answer yet. If the provider has already received one, the gateway drops the
     * answer.
     */
    cancelled_jobs: Type.Integer({ minimum: 0 }),
    destroyed: Type.Array(Type.String()),
    kept: Type.Array(
      Type.Object(
        { what: Type.String(), why: Type.String(), until: Type.String() },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type AccountDeletionResponse = Static<typeof AccountDeletionResponse>;
