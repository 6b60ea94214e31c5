export { openIsolationReport } from "./isolation-report.ts";
export { createKeySet, KEY_OWNERS, type KeySet, trustOf } from "./key-set.ts";
export {
  type ManifestKey,
  manifestKeyOf,
  signManifest,
  verifyDevelopmentManifest,
} from "./manifest.ts";
export { requireSuccessor } from "./manifest-rules.ts";
export { type ManifestOrder, nextManifest, serviceKeys } from "./next-manifest.ts";
export { CEREMONY_PARTIES, type CeremonyParty, type ManifestPins } from "./parties.ts";
export { createPartyKey, pinText, readPartyKey, readPin } from "./party-key.ts";
export {
  cosignManifest,
  draftManifest,
  verifyDraft,
  verifyWitnessedManifest,
} from "./witnessed-manifest.ts";
