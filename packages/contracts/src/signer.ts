import { type Static, Type } from "typebox";

export const VeilKeyEntry = Type.Object(
  {
    service_id: Type.String(),
    key_id: Type.String(),
    public_key: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    purpose: Type.String(),
    algorithm: Type.Literal("Ed25519"),
    key_state: Type.Union([Type.Literal("active"), Type.Literal("retired")]),
    not_before: Type.Optional(Type.String()),
    not_after: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** `GET /manifest`: the key manifest in its development form, with one signature. */
export const VeilKeysManifest = Type.Object(
  {
    issuer: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    supported_protocol_versions: Type.Array(Type.Integer()),
    keys: Type.Array(VeilKeyEntry),
    /** Time of creation: stable, signed. */
    signed_at: Type.String(),
    signature: Type.String({ pattern: "^[0-9a-f]{128}$" }),
    signing_key_id: Type.String(),
    signing_algorithm: Type.Literal("Ed25519"),
    /** Time of the response: not signed. */
    served_at: Type.String(),
  },
  { additionalProperties: false },
);
export type VeilKeysManifest = Static<typeof VeilKeysManifest>;

export const SignedManifest = Type.Omit(VeilKeysManifest, ["served_at"], {
  additionalProperties: false,
});
export type SignedManifest = Static<typeof SignedManifest>;
