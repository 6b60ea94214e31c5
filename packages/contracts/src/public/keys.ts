import { type Static, Type } from "typebox";

/** How many keys without an end one customer may have. */
export const KEYS_MAX = 32;
export const GRACE_SECONDS_MAX = 24 * 60 * 60;
export const GRACE_SECONDS_DEFAULT = 60 * 60;

/** `svc` keys are native; `gw_live` keys also work at the SDK endpoints. */
export const KeyFamily = Type.Union([Type.Literal("svc"), Type.Literal("gw_live")]);

/**
 * `developer` keys belong only to the family `gw_live`; they work at the SDK endpoints and the
 * usage, and are counted apart.
 */
export const KeyClass = Type.Union([Type.Literal("standard"), Type.Literal("developer")]);

/** `POST /api/v1/account/keys`, where the body is optional. The default is a native key. */
export const IssueKeyRequest = Type.Object(
  { family: Type.Optional(KeyFamily), class: Type.Optional(KeyClass) },
  { additionalProperties: false },
);
export type IssueKeyRequest = Static<typeof IssueKeyRequest>;

/** `POST /api/v1/account/keys/{key_id}/rotate`, where the body is optional. */
export const RotateKeyRequest = Type.Object(
  {
    /** How long the replaced key stays valid for calls and the usage. With 0 it ends at once. */
    grace_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: GRACE_SECONDS_MAX })),
  },
  { additionalProperties: false },
);
export type RotateKeyRequest = Static<typeof RotateKeyRequest>;

const identity = {
  /** The public part of the key: its eight characters after the prefix. */
  key_id: Type.String(),
  family: KeyFamily,
  class: KeyClass,
  created_at: Type.String(),
};

/** Never includes the key, which the gateway does not store. */
export const KeySummary = Type.Object(
  {
    ...identity,
    /** Rounded to the hour; absent when the key was never used. */
    last_used_at: Type.Optional(Type.String()),
    /** The end of the grace after a rotation. */
    expires_at: Type.Optional(Type.String()),
    revoked_at: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type KeySummary = Static<typeof KeySummary>;

/** `GET /api/v1/account/keys`, newest first. An ended key stays in the list for 90 days. */
export const KeysResponse = Type.Object(
  { keys: Type.Array(KeySummary) },
  { additionalProperties: false },
);
export type KeysResponse = Static<typeof KeysResponse>;

/** The answer of `POST /api/v1/account/keys`, the only one that has the key. */
export const IssuedKeyResponse = Type.Object(
  { ...identity, api_key: Type.String(), message: Type.String() },
  { additionalProperties: false },
);
export type IssuedKeyResponse = Static<typeof IssuedKeyResponse>;

/** How many jobs of the ended key have answers that now keep their placeholders. */
const relink_ended_jobs = Type.Integer({ minimum: 0 });

/** The answer of `POST .../rotate`, the only one that has the new key. */
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

/** The answer of `DELETE /api/v1/account/keys/{key_id}`. */
export const RevokedKeyResponse = Type.Object(
  { key_id: Type.String(), revoked_at: Type.String(), relink_ended_jobs },
  { additionalProperties: false },
);
export type RevokedKeyResponse = Static<typeof RevokedKeyResponse>;
