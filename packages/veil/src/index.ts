export { openIsolationReport } from "./isolation-report.ts";
export { createKeySet, KEY_OWNERS, type KeySet, trustOf } from "./key-set.ts";
export {
  type ManifestContent,
  type ManifestKey,
  signManifest,
  verifyDevelopmentManifest,
} from "./manifest.ts";
