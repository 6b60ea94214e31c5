/**
 * Verifies certificates without files and without a network. This code also runs without
 * `node:crypto`.
 */
export { type NoteKey, parseVkey } from "../log/index.ts";
export { type PinnedManifestKey, parsePin } from "../manifest-trust.ts";
export type { CallClaims, ClaimedCall } from "./call-claims.ts";
export { certificateBatchBytes, certifiedLeaf, loggedBatchBytes } from "./certificate-batch.ts";
export { certificateHash, loggedBytes, signableBytes } from "./certificate-bytes.ts";
export { certificateSummary, summaryBytes } from "./certificate-summary.ts";
export type { BatchOptions, ClaimKey } from "./claim-batches.ts";
export { type LoggedCertificate, type LogKeys, verifyEvidence } from "./evidence.ts";
export { type OpenedItem, type VerifiedOpenings, verifyOpenings } from "./openings.ts";
export {
  type CertificateOutcome,
  type SummaryOutcome,
  tryCertificate,
  trySummary,
} from "./outcome.ts";
export { type StepName, VERIFICATION_STEPS } from "./steps.ts";
export { portableCrypto, type VerifierCrypto } from "./verifier-crypto.ts";
export {
  type CertificateFiles,
  type CertificateTrust,
  type VerifiedCertificate,
  verifyCertificate,
} from "./verify-certificate.ts";
export { type ClaimsOptions, verifyClaims } from "./verify-claims.ts";
export {
  SUMMARY_STEPS,
  type SummaryFiles,
  type SummaryTrust,
  type VerifiedSummary,
  verifySummary,
} from "./verify-summary.ts";
