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
  /** The time of the ceremony, which never changes. */
  signed_at: Type.String(),
  /** SHA-256 over the signed bytes of the manifest before this one; the first has none. */
  previous_manifest_sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
};

/** What the signatures of a key manifest cover. */
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

/** The time of the answer, which is not signed. */
const served_at = Type.String();

/** The form that the gateway publishes. */
export const PublishedManifest = Type.Object({ ...witnessed, served_at }, closed);

/** `GET /manifest`. Production always has the form with two signatures. */
export const VeilKeysManifest = Type.Union([
  PublishedManifest,
  Type.Object({ ...development, served_at }, closed),
]);
export type VeilKeysManifest = Static<typeof VeilKeysManifest>;

/** A private key of a ceremony, which only the person in that role keeps. */
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
