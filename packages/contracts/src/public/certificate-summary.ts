import { type Static, Type } from "typebox";
import { SignedSummary } from "../certificate-summary.ts";

/** `GET /api/v1/veil/certificate/{request_id}` and its summary before the certificate exists. */
export const PendingCertificateResponse = Type.Object({
  request_id: Type.String(),
  status: Type.Literal("pending"),
});
export type PendingCertificateResponse = Static<typeof PendingCertificateResponse>;

/** `GET /api/v1/veil/certificate/{request_id}/public`. The signature covers only `summary`. */
export const PublicSummaryResponse = Type.Object({
  status: Type.Literal("issued"),
  ...SignedSummary.properties,
  /** Whether the certificate has evidence from the audit log. */
  in_log: Type.Boolean(),
});
export type PublicSummaryResponse = Static<typeof PublicSummaryResponse>;
