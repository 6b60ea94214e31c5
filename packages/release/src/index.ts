export { provenanceSubjects } from "./contents.ts";
export { RELEASE_CHECKS, type ReleaseCheck, type ReleaseFinding } from "./finding.ts";
export { filesIn } from "./folder.ts";
export {
  type Artifact,
  gatewayRelease,
  PROVENANCE_PREDICATE,
  parseReleaseIndex,
  RELEASE_FILES,
  type ReleaseIndex,
  STATEMENT_TYPE,
  VARIANTS,
} from "./release-index.ts";
export type { RunningTrust } from "./running-trust.ts";
export { type ReleaseInput, type ReleaseResult, verifyRelease } from "./verify-release.ts";
export { readPublicKey } from "./verify-signature.ts";
