export { checkByPublished, verifyPublished } from "./domain/certificate-checks.ts";
export {
  type CallSeeds,
  type CertificateDraft,
  callSeeds,
  createSealedDrafts,
  draftCertificate,
  type PreparationClaims,
  type SanitiserClaims,
  SEED_BYTES,
  type TokenClaim,
} from "./domain/certificate-draft.ts";
export {
  certifiedIsolation,
  type EndedCertificate,
  endCertificate,
} from "./domain/pending-certificate.ts";
export {
  type ReadCertificateDeps,
  readCertificate,
  readPublicSummary,
  veilHint,
} from "./domain/read-certificate.ts";
export { readRelease } from "./domain/release-file.ts";
export type { CallCertificates } from "./ports.ts";
