import { type Static, Type } from "typebox";
import {
  CERTIFIED_AS,
  CERTIFIED_BY,
  CERTIFIED_COUNTS,
  CertificateSignature,
  CertifiedStatus,
  IsolationVerdicts,
} from "./certificate.ts";
import { CLAIM_COMPONENTS, Hex32, ITEM_CLASSES, ITEM_PEERS, LegId, WholeSecond } from "./claims.ts";

const closed = { additionalProperties: false } as const;

/** The types of summaries by the protocol version of their certificates. */
export const SUMMARY_TYPES = {
  1: "veil/certificate-summary/v1",
  2: "veil/certificate-summary/v2",
} as const;

/** How much data of one class a component exchanged with one peer. */
const Passed = Type.Object(
  {
    class: Type.Enum(ITEM_CLASSES),
    peer: Type.Enum(ITEM_PEERS),
    items: Type.Integer({ minimum: 1 }),
    bytes: Type.Integer({ minimum: 0 }),
  },
  closed,
);

const SummarizedClaim = Type.Object(
  {
    component: Type.Enum(CLAIM_COMPONENTS),
    /** The id of the component's claim key. */
    key_id: CertificateSignature.properties.key_id,
    at: WholeSecond,
    received: Type.Array(Passed),
    emitted: Type.Array(Passed),
  },
  closed,
);
export type SummarizedClaim = Static<typeof SummarizedClaim>;

/**
 * The public part of a certificate, without leg ids, commitments, and openings. It is signed with
 * the same key as the certificate.
 */
export const CertificateSummary = Type.Object(
  {
    type: Type.Enum(Object.values(SUMMARY_TYPES)),
    ...CERTIFIED_BY,
    request_id: LegId,
    call_status: CertifiedStatus,
    /**
     * Version 1: the hash of the certificate's canonical JSON without the evidence, which the audit
     * log contains. Version 2: the hash of the certificate's leaf.
     */
    certificate_sha256: Hex32,
    isolation: IsolationVerdicts,
    ...CERTIFIED_COUNTS,
    components: Type.Array(SummarizedClaim, { minItems: 1, maxItems: 4 }),
  },
  closed,
);
export type CertificateSummary = Static<typeof CertificateSummary>;

export const SignedSummary = Type.Object({ summary: CertificateSummary, ...CERTIFIED_AS }, closed);
export type SignedSummary = Static<typeof SignedSummary>;
