import { type Static, Type } from "typebox";
import { CertifiedIsolation, CertifiedStatus } from "../certificate.ts";
import { CLAIM_COMPONENTS, Hex32, ITEM_CLASSES, ITEM_PEERS, WholeSecond } from "../claims.ts";

/** `GET /api/v1/veil/certificate/{request_id}` and its summary before the certificate is there. */
export const PendingCertificateResponse = Type.Object({
  request_id: Type.String(),
  status: Type.Literal("pending"),
});
export type PendingCertificateResponse = Static<typeof PendingCertificateResponse>;

/** What passed between a component and a peer, of one class. */
const Passed = Type.Object({
  class: Type.Enum(ITEM_CLASSES),
  peer: Type.Enum(ITEM_PEERS),
  items: Type.Integer({ minimum: 1 }),
  bytes: Type.Integer({ minimum: 0 }),
});

/** What anyone may know of a certificate: no ids of legs, no commitments, no openings. */
export const CertificateSummary = Type.Object({
  request_id: Type.String(),
  status: Type.Literal("issued"),
  call_status: CertifiedStatus,
  issuer: Type.String(),
  environment: Type.String(),
  issued_at: WholeSecond,
  manifest: Type.Object({ version: Type.Integer(), sha256: Hex32 }),
  signing_key_id: Type.String(),
  /** Over the certificate without its evidence, canonical: what the audit log holds. */
  certificate_sha256: Hex32,
  in_log: Type.Boolean(),
  isolation: Type.Omit(CertifiedIsolation, ["reports"]),
  dlp_redacted: Type.Boolean(),
  redaction_count: Type.Integer(),
  sanitizer_layers: Type.Array(Type.String()),
  attempts: Type.Integer(),
  components: Type.Array(
    Type.Object({
      component: Type.Enum(CLAIM_COMPONENTS),
      key_id: Type.String(),
      at: WholeSecond,
      received: Type.Array(Passed),
      emitted: Type.Array(Passed),
    }),
  ),
});
export type CertificateSummary = Static<typeof CertificateSummary>;
