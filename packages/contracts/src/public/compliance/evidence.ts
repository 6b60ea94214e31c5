import { type Static, Type } from "typebox";
import { CertifiedIsolation, CertifiedRelease } from "../../certificate.ts";

const closed = { additionalProperties: false } as const;
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Instant = Type.String({ format: "date-time" });
const Count = Type.Integer({ minimum: 0 });

/** The type of an in-toto Statement, version 1, and of the predicate of an evidence pack. */
export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "urn:veil:evidence-pack:v1";
export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** The purpose of the gateway's key that signs evidence packs. */
export const EVIDENCE_KEY = { service: "edge-gateway", purpose: "evidence" } as const;

/** The files of a pack. Sampled certificates and the operator's own files have folders. */
export const PACK_FILES = {
  index: "index.dsse.json",
  readme: "README.md",
  posture: "posture.json",
  catalog: "oscal/catalog.json",
  components: "oscal/component-definition.json",
  assessment: "oscal/assessment-results.json",
  record: "processing-record.json",
  dpia: "dpia.json",
  retention: "retention.json",
  release: "release.json",
  accuracy: "accuracy.json",
  isolation: "isolation.json",
  manifest: "keys.json",
  earlierManifests: "earlier-keys.json",
  checkpoint: "log/checkpoint.txt",
  consistency: "log/consistency.json",
  certificates: "certificates.csv",
} as const;
export const PACK_FOLDERS = { sample: "certificates/", operator: "operator/" } as const;

/** How many certificates of each version are in a pack as a whole. */
export const SAMPLED_OF_EACH_VERSION = 16;

/** The columns of `certificates.csv`. */
export const CERTIFICATE_COLUMNS = [
  "request_id",
  "ended_at",
  "version",
  "logged_sha256",
  "proven",
] as const;

/** A DSSE envelope (secure-systems-lab/dsse 1.0.2) with one signature. */
export const DsseEnvelope = Type.Object(
  {
    payload: Type.String({ pattern: "^[A-Za-z0-9+/]+={0,2}$" }),
    payloadType: Type.Literal(PAYLOAD_TYPE),
    signatures: Type.Array(
      Type.Object(
        {
          keyid: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }),
          sig: Type.String({ pattern: "^[A-Za-z0-9+/]{86}==$" }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 1 },
    ),
  },
  closed,
);
export type DsseEnvelope = Static<typeof DsseEnvelope>;

/** What the index says of a pack besides the hashes of its files. */
export const EvidencePredicate = Type.Object(
  {
    issuer: Type.String(),
    /** The version of the software. */
    release: Type.String(),
    manifest: Type.Object({ version: Type.Integer({ minimum: 1 }), sha256: Sha256 }, closed),
    /** The period of the certificates; its end is not part of it. */
    since: Instant,
    until: Instant,
    /** When the controls were measured. */
    generated_at: Instant,
    /** The state of the audit log from which the sample is drawn. */
    checkpoint: Type.Object(
      { size: Type.Integer({ minimum: 1 }), root: Sha256, sha256: Sha256 },
      closed,
    ),
    certificates: Type.Object({ listed: Count, sampled: Count }, closed),
  },
  closed,
);
export type EvidencePredicate = Static<typeof EvidencePredicate>;

/** The index of a pack: an in-toto Statement, version 1. */
export const EvidenceStatement = Type.Object(
  {
    _type: Type.Literal(STATEMENT_TYPE),
    subject: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 200 }), digest: Type.Object({ sha256: Sha256 }, closed) },
        closed,
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
    predicateType: Type.Literal(PREDICATE_TYPE),
    predicate: EvidencePredicate,
  },
  closed,
);
export type EvidenceStatement = Static<typeof EvidenceStatement>;

/** `log/consistency.json`: how the log grew between the sample's checkpoints and the pack's. */
export const PackConsistency = Type.Array(
  Type.Object(
    {
      from: Type.Integer({ minimum: 1 }),
      to: Type.Integer({ minimum: 1 }),
      /** Hashes in base64 (RFC 6962, section 2.1.2). */
      path: Type.Array(Type.String({ pattern: "^[A-Za-z0-9+/]{43}=$" }), { maxItems: 63 }),
    },
    closed,
  ),
  { maxItems: 64 },
);
export type PackConsistency = Static<typeof PackConsistency>;

/** `isolation.json`: the verdicts, and the signed reports of the probes. */
export const PackIsolation = CertifiedIsolation;

/** `release.json`. */
export const PackRelease = Type.Object(
  { version: Type.String(), certified: Type.Union([CertifiedRelease, Type.Null()]) },
  closed,
);
export type PackRelease = Static<typeof PackRelease>;

const QueryInstant = Type.String({
  format: "date-time",
  description: "a time such as 2027-01-31T12:00:00Z",
});

/** Query of `GET /api/v1/compliance/evidence-pack`: the period of the certificates. */
export const EvidenceQuery = Type.Object(
  { since: QueryInstant, until: Type.Optional(QueryInstant) },
  closed,
);
export type EvidenceQuery = Static<typeof EvidenceQuery>;

export const MAX_EVIDENCE_DAYS = 366;
