import { type Static, Type } from "typebox";
import { SignedSummary } from "../certificate-summary.ts";

/**
 * Response to requests for a certificate or its summary while the certificate does not exist yet.
 */
export const PendingCertificateResponse = Type.Object({
  request_id: Type.String(),
  status: Type.Literal("pending"),
});
export type PendingCertificateResponse = Static<typeof PendingCertificateResponse>;

/**
 * Response to `GET /api/v1/veil/certificate/{request_id}/public`. The signature covers only
 * `summary`.
 */
export const PublicSummaryResponse = Type.Object({
  status: Type.Literal("issued"),
  ...SignedSummary.properties,
  /** Whether the certificate has evidence that it is in the audit log. */
  in_log: Type.Boolean(),
});
export type PublicSummaryResponse = Static<typeof PublicSummaryResponse>;
