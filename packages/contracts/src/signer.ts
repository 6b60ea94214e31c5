import { type Static, Type } from "typebox";

const closed = { additionalProperties: false } as const;
const Signature = Type.String({ pattern: "^[0-9a-f]{128}$" });

export const VeilKeyEntry = Type.Object(
  {
    service_id: Type.String(),
    key_id: Type.String(),
    public_key: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    purpose: Type.String(),
    algorithm: Type.Literal("Ed25519"),
    key_state: Type.Union([Type.Literal("active"), Type.Literal("retired")]),
    not_before: Type.Optional(Type.String()),
    /** Present for retired keys. */
    not_after: Type.Optional(Type.String()),
  },
  closed,
);
export type VeilKeyEntry = Static<typeof VeilKeyEntry>;

const signed = {
  issuer: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  supported_protocol_versions: Type.Array(Type.Integer()),
  keys: Type.Array(VeilKeyEntry),
  /** The time of the ceremony. Unlike `served_at`, it does not change per response. */
  signed_at: Type.String(),
  /** SHA-256 of the signed bytes of the previous manifest. Absent in the first manifest. */
  previous_manifest_sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
};

/** The part of a key manifest that its signatures cover. */
export const ManifestContent = Type.Object(signed, closed);
export type ManifestContent = Static<typeof ManifestContent>;

const development = {
  ...signed,
  signature: Signature,
  signing_key_id: Type.String(),
  signing_algorithm: Type.Literal("Ed25519"),
};

/** A manifest that only the signer has signed. */
export const DevelopmentManifest = Type.Object(development, closed);
export type DevelopmentManifest = Static<typeof DevelopmentManifest>;

export const VeilManifestSignature = Type.Object(
  { key_id: Type.String(), algorithm: Type.Literal("Ed25519"), signature: Signature },
  closed,
);
export type VeilManifestSignature = Static<typeof VeilManifestSignature>;

/** A manifest after the first step of a ceremony. */
export const ManifestDraft = Type.Object(
  { ...signed, signatures: Type.Object({ gateway: VeilManifestSignature }, closed) },
  closed,
);
export type ManifestDraft = Static<typeof ManifestDraft>;

const witnessed = {
  ...signed,
  signatures: Type.Object(
    { gateway: VeilManifestSignature, witness: VeilManifestSignature },
    closed,
  ),
};

/** A manifest with both signatures of a ceremony. */
export const WitnessedManifest = Type.Object(witnessed, closed);
export type WitnessedManifest = Static<typeof WitnessedManifest>;

export type SignedManifest = DevelopmentManifest | WitnessedManifest;

/** The time of the response. No signature covers it. */
const served_at = Type.String();

/** The manifest that the gateway publishes. */
export const PublishedManifest = Type.Object({ ...witnessed, served_at }, closed);

/** Response to `GET /manifest`. In production, it always has two signatures. */
export const VeilKeysManifest = Type.Union([
  PublishedManifest,
  Type.Object({ ...development, served_at }, closed),
]);
export type VeilKeysManifest = Static<typeof VeilKeysManifest>;

/** A private key for a ceremony. Only the person with this role has the file. */
export const CeremonyKeyFile = Type.Object(
  {
    role: Type.Union([Type.Literal("gateway"), Type.Literal("witness")]),
    key_id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    algorithm: Type.Literal("Ed25519"),
    private_key: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  },
  closed,
);
export type CeremonyKeyFile = Static<typeof CeremonyKeyFile>;
