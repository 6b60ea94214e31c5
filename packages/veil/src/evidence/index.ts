/**
 * Makes and verifies evidence packs: the index and the draw of the sample, which the gateway also
 * uses, and the verifier. This code also runs without `node:crypto`.
 */

export { inMemory, openArchive, type PackReader, readWhole } from "./archive.ts";
export { certificateLine, LIST_HEADER, type ListedCertificate } from "./certificate-list.ts";
export { createDraw, type Draw, type DrawnCertificate, rankOf } from "./draw.ts";
export { signedIndex } from "./envelope.ts";
export { EVIDENCE_STEPS, type EvidenceStepName } from "./evidence-steps.ts";
export {
  type EvidenceOutcome,
  type EvidenceTrust,
  tryEvidencePack,
  type VerifiedEvidence,
} from "./verify-pack.ts";
