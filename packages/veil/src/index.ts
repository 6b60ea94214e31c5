export {
  type InitKeysOptions,
  initKeys,
  rebuildTrust,
  SECRET_KEY_FILES,
  TRUST_FILE,
} from "./init-keys.ts";
export { createKeySet, type KeySet } from "./key-set.ts";
export {
  type ManifestContent,
  type ManifestKey,
  signManifest,
  verifyDevelopmentManifest,
} from "./manifest.ts";
