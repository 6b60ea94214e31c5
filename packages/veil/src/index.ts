export { type InitKeysOptions, initKeys } from "./init-keys.ts";
export { createKeySet, type KeySet } from "./key-set.ts";
export {
  type ManifestContent,
  type ManifestKey,
  type SignedManifest,
  signManifest,
  verifyDevelopmentManifest,
} from "./manifest.ts";
