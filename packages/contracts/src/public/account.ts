import { type Static, Type } from "typebox";
import { RegisterRequest, Tier } from "./registration.ts";

/** Response to `GET` and `PATCH /api/v1/account`. */
export const AccountResponse = Type.Object(
  {
    customer_id: Type.String(),
    org_id: Type.String(),
    /** Absent after the customer removed it. */
    email: Type.Optional(Type.String()),
    company: Type.Optional(Type.String()),
    tier: Tier,
    managed_ai: Type.Boolean(),
    /** The provider of the customer's stored key. Absent when no key is stored. */
    provider: Type.Optional(Type.String()),
    license_expires_at: Type.Optional(Type.String()),
    created_at: Type.String(),
  },
  { additionalProperties: false },
);
export type AccountResponse = Static<typeof AccountResponse>;

/**
 * Body of `PATCH /api/v1/account`. An absent field stays as it is; null removes it. An email
 * address can be removed but not changed, because the gateway does not verify addresses.
 */
export const AccountPatchRequest = Type.Object(
  {
    email: Type.Optional(Type.Null()),
    company: Type.Optional(Type.Union([RegisterRequest.properties.company, Type.Null()])),
  },
  { additionalProperties: false },
);
export type AccountPatchRequest = Static<typeof AccountPatchRequest>;

/** Body of `DELETE /api/v1/account`. */
export const AccountDeletionRequest = Type.Object(
  {
    /** Must be the account's `customer_id`. */
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
     * The number of jobs that had no answer yet. If the provider has already received such a job,
     * the gateway discards the answer.
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
