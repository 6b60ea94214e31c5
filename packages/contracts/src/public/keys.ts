import { type Static, Type } from "typebox";

/** The maximum number of keys without an expiry per customer. */
export const KEYS_MAX = 32;
export const GRACE_SECONDS_MAX = 24 * 60 * 60;
export const GRACE_SECONDS_DEFAULT = 60 * 60;

/**
 * The family of a key. `svc` keys are for the native API; `gw_live` keys also work at the SDK
 * endpoints.
 */
export const KeyFamily = Type.Union([Type.Literal("svc"), Type.Literal("gw_live")]);

/**
 * The class of a key. Only `gw_live` keys can have the class `developer`. Such keys work only at
 * the SDK endpoints and the usage endpoint, and their calls are counted separately.
 */
export const KeyClass = Type.Union([Type.Literal("standard"), Type.Literal("developer")]);

/** Body of `POST /api/v1/account/keys`. It is optional; the default is an `svc` key. */
export const IssueKeyRequest = Type.Object(
  { family: Type.Optional(KeyFamily), class: Type.Optional(KeyClass) },
  { additionalProperties: false },
);
export type IssueKeyRequest = Static<typeof IssueKeyRequest>;

/** Body of `POST /api/v1/account/keys/{key_id}/rotate`. It is optional. */
export const RotateKeyRequest = Type.Object(
  {
    /**
     * How long the replaced key stays valid for calls and the usage endpoint. With 0, it expires
     * immediately.
     */
    grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: GRACE_SECONDS_MAX })),
  },
  { additionalProperties: false },
);
export type RotateKeyRequest = Static<typeof RotateKeyRequest>;

const identity = {
  /** The public part of the key: the eight characters after its prefix. */
  key_id: Type.String(),
  family: KeyFamily,
  class: KeyClass,
  created_at: Type.String(),
};

/** A key's metadata. It never includes the key itself, which the gateway does not store. */
export const KeySummary = Type.Object(
  {
    ...identity,
    /** Present for a key that reads and calls only, because a key manager made it. */
    calls_only: Type.Optional(Type.Boolean()),
    /** Rounded to the hour. Absent when the key was never used. */
    last_used_at: Type.Optional(Type.String()),
    /** When the grace period after a rotation ends. */
    expires_at: Type.Optional(Type.String()),
    revoked_at: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type KeySummary = Static<typeof KeySummary>;

/**
 * Response to `GET /api/v1/account/keys`, newest key first. An expired or revoked key stays in the
 * list for 90 days.
 */
export const KeysResponse = Type.Object(
  { keys: Type.Array(KeySummary) },
  { additionalProperties: false },
);
export type KeysResponse = Static<typeof KeysResponse>;

/** Response to `POST /api/v1/account/keys`. No later response contains the key. */
export const IssuedKeyResponse = Type.Object(
  { ...identity, api_key: Type.String(), message: Type.String() },
  { additionalProperties: false },
);
export type IssuedKeyResponse = Static<typeof IssuedKeyResponse>;

/**
 * The number of jobs whose answers keep their placeholders now that the key has expired or was
 * revoked.
 */
const relink_ended_jobs = Type.Integer({ minimum: 0 });

/** Response to `POST .../rotate`. No later response contains the new key. */
export const RotatedKeyResponse = Type.Object(
  {
    ...IssuedKeyResponse.properties,
    replaced: Type.Object(
      { key_id: Type.String(), valid_until: Type.String() },
      { additionalProperties: false },
    ),
    relink_ended_jobs,
  },
  { additionalProperties: false },
);
export type RotatedKeyResponse = Static<typeof RotatedKeyResponse>;

/** Response to `DELETE /api/v1/account/keys/{key_id}`. */
export const RevokedKeyResponse = Type.Object(
  { key_id: Type.String(), revoked_at: Type.String(), relink_ended_jobs },
  { additionalProperties: false },
);
export type RevokedKeyResponse = Static<typeof RevokedKeyResponse>;
