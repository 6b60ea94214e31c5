export type { CallCertificates } from "./domain/call-certificates.ts";
export {
  type CallSeeds,
  callSeeds,
  type PreparationClaims,
  type SanitiserClaims,
  SEED_BYTES,
  type TokenClaim,
} from "./domain/call-claims.ts";
export {
  type CertificateDraft,
  draftCertificate,
} from "./domain/certificate-draft.ts";
export {
  type EndedCertificate,
  endCertificate,
} from "./domain/pending-certificate.ts";
export { checkByPublished } from "./domain/published-check.ts";
export {
  type ReadCertificateDeps,
  readCertificate,
  readPublicSummary,
} from "./domain/read-certificate.ts";
export { readRelease } from "./domain/release-file.ts";
export { createSealedDrafts } from "./domain/sealed-drafts.ts";
export { veilHint } from "./domain/veil-hint.ts";
