import { type Static, Type } from "typebox";
import { Ed25519Signature, Hex32, LegId, SignedClaim, WholeSecond } from "./claims.ts";
import { IsolationReportMessage } from "./isolation.ts";

const closed = { additionalProperties: false } as const;
const Name = Type.String({ pattern: "^[!-~]{1,200}$" });
const Count = Type.Integer({ minimum: 0 });

/**
 * The types of certificates by protocol version. In version 1 the signer signs each certificate, in
 * version 2 the root of a tree of certificates.
 */
export const CERTIFICATE_TYPES = {
  1: "veil/isolation-certificate/v1",
  2: "veil/isolation-certificate/v2",
} as const;
export type CertificateVersion = keyof typeof CERTIFICATE_TYPES;
/** The version of new certificates. */
export const CERTIFICATE_VERSION = 2;

/** The outcome of a call. `aborted` means that the caller disconnected before the end. */
export const CertifiedStatus = Type.Enum(["completed", "failed", "aborted"]);
export type CertifiedStatus = Static<typeof CertifiedStatus>;

const Digest = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });
/** The hash that `veil netpol hash` prints. Null when the operator did not configure it. */
const PolicyHash = Type.Union([Hex32, Type.Null()]);

/** The release that the operator says is deployed. */
export const CertifiedRelease = Type.Object(
  {
    /** The digest of each service's image: `sha256:` and 64 hexadecimal digits. */
    images: Type.Array(Type.Object({ service: Name, digest: Digest }, closed)),
    network_policy_sha256: PolicyHash,
  },
  closed,
);
export type CertifiedRelease = Static<typeof CertifiedRelease>;

/**
 * Content of the gateway's `RELEASE_FILE`: a `CertifiedRelease` whose `images` maps service names
 * to digests.
 */
export const ReleaseFile = Type.Object(
  {
    images: Type.Record(Name, Digest, { maxProperties: 32, additionalProperties: false }),
    network_policy_sha256: PolicyHash,
  },
  closed,
);
export type ReleaseFile = Static<typeof ReleaseFile>;

const Verdict = Type.Enum(["blocked", "open", "unverified"]);

const verdicts = {
  a_to_b: Verdict,
  b_to_a: Verdict,
  enforced_by: Type.Enum(["service-credentials", "network-policy and service-credentials"]),
  probed_at: Type.Union([WholeSecond, Type.Null()]),
};

/** The verdicts without the signed reports of the probes. */
export const IsolationVerdicts = Type.Object(verdicts, closed);

/** What the gateway knew about the sandboxes' isolation at the time of the inference. */
export const CertifiedIsolation = Type.Object(
  {
    ...verdicts,
    /** The signed reports of the probes in both zones. */
    reports: Type.Array(IsolationReportMessage, { maxItems: 2 }),
  },
  closed,
);
export type CertifiedIsolation = Static<typeof CertifiedIsolation>;

/** What the gateway counted. A certificate and its summary both contain these fields. */
export const CERTIFIED_COUNTS = {
  dlp_redacted: Type.Boolean(),
  redaction_count: Count,
  sanitizer_layers: Type.Array(Name, { maxItems: 16 }),
  attempts: Count,
};

/**
 * Who certified the call, when, and with which keys. A certificate and its summary both contain
 * these fields.
 */
export const CERTIFIED_BY = {
  protocol_version: Type.Enum([1, 2]),
  issuer: Name,
  environment: Type.Enum(["production", "development"]),
  issued_at: WholeSecond,
  manifest: Type.Object({ version: Type.Integer({ minimum: 1 }), sha256: Hex32 }, closed),
};

/** Facts about the call that the gateway asserts. */
export const CERTIFIED_FACTS = {
  request_id: LegId,
  release: Type.Union([CertifiedRelease, Type.Null()]),
  isolation: CertifiedIsolation,
  /** SHA-256 of the compliance trace in canonical JSON. */
  trace_sha256: Hex32,
  ...CERTIFIED_COUNTS,
  status: CertifiedStatus,
};

/** What the signer verifies and signs. */
export const CertificateOrder = Type.Object(
  { ...CERTIFIED_FACTS, claims: Type.Array(SignedClaim, { minItems: 1, maxItems: 4 }) },
  closed,
);
export type CertificateOrder = Static<typeof CertificateOrder>;

/** What the signature of a certificate covers. */
export const CertificateSignable = Type.Object(
  {
    type: Type.Enum(Object.values(CERTIFICATE_TYPES)),
    ...CERTIFIED_BY,
    ...CERTIFIED_FACTS,
    claims: Type.Array(SignedClaim, { minItems: 1, maxItems: 4 }),
  },
  closed,
);
export type CertificateSignable = Static<typeof CertificateSignable>;

export const CertificateSignature = Type.Object(
  {
    key_id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
    algorithm: Type.Literal("Ed25519"),
    signature: Ed25519Signature,
  },
  closed,
);
export type CertificateSignature = Static<typeof CertificateSignature>;

/**
 * Proves that the certificate's hash is in the audit log. The certificate's signature does not
 * cover it, because it is created later.
 */
export const CertificateEvidence = Type.Object(
  {
    /** The logged event in canonical JSON. Its payload contains the certificate's hash. */
    event: Type.String(),
    seq: Type.Integer({ minimum: 1 }),
    /** The chain hash of the previous event. */
    prev_hash: Hex32,
    path: Type.Array(Hex32, { maxItems: 64 }),
    /** A C2SP signed note with the witnesses' cosignatures. */
    checkpoint: Type.String(),
  },
  closed,
);
export type CertificateEvidence = Static<typeof CertificateEvidence>;

/** 16 random bytes, hexadecimal. */
export const Salt = Type.String({ pattern: "^[0-9a-f]{32}$" });

export const MAX_CERTIFICATES_A_BATCH = 256;
const MAX_LEAVES = 2 * MAX_CERTIFICATES_A_BATCH;

/**
 * The place of a certificate or of a summary in the tree (RFC 6962, section 2.1) whose root the
 * signer signed. Certificates have even indexes; the summary of each is the next leaf.
 */
export const BatchPlace = Type.Object(
  {
    /** Stands before the canonical bytes in the leaf, so that nothing can be guessed from a path. */
    salt: Salt,
    size: Type.Integer({ minimum: 2, maximum: MAX_LEAVES }),
    root: Hex32,
    index: Type.Integer({ minimum: 0, maximum: MAX_LEAVES - 1 }),
    path: Type.Array(Hex32, { maxItems: 9 }),
  },
  closed,
);
export type BatchPlace = Static<typeof BatchPlace>;

/** What a document needs besides its content to be verified. Version 1 has no `place`. */
export const CERTIFIED_AS = {
  place: Type.Optional(BatchPlace),
  signature: CertificateSignature,
};

export const SignedCertificate = Type.Object(
  { signable: CertificateSignable, ...CERTIFIED_AS },
  closed,
);
export type SignedCertificate = Static<typeof SignedCertificate>;

/**
 * A certificate of version 1 as it is stored. `summary_signature` covers the certificate's summary,
 * which the reader derives from the certificate.
 */
export const IssuedCertificate = Type.Object(
  {
    signable: CertificateSignable,
    signature: CertificateSignature,
    summary_signature: CertificateSignature,
  },
  closed,
);
export type IssuedCertificate = Static<typeof IssuedCertificate>;

/** `evidence` is null until a checkpoint covers the certificate's event. */
export const IsolationCertificate = Type.Object(
  {
    signable: CertificateSignable,
    ...CERTIFIED_AS,
    evidence: Type.Union([CertificateEvidence, Type.Null()]),
  },
  closed,
);
export type IsolationCertificate = Static<typeof IsolationCertificate>;

/** The seeds that open a certificate's commitments. Only the certificate's owner receives them. */
export const CertificateOpenings = Type.Object(
  {
    request_id: LegId,
    seeds: Type.Object(
      {
        /** Opens the commitments to what the bridge received. */
        identity: Hex32,
        /** Opens the commitments to what the sanitiser received. */
        raw_context: Hex32,
        /** Opens the commitments to what the sanitiser emitted. */
        sanitised_context: Hex32,
        /** Opens the commitments to the template, parameters, credential and tools. */
        job: Hex32,
        /**
         * Opens the commitments to what the worker emitted. Null when the worker returned no
         * answer.
         */
        output: Type.Union([Hex32, Type.Null()]),
        /** Opens the commitment to the response. */
        response: Hex32,
      },
      closed,
    ),
    /**
     * The item `response` itself: the model's answer after the outbound scan, before values were
     * restored. Null when there is none.
     */
    response: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);
export type CertificateOpenings = Static<typeof CertificateOpenings>;
