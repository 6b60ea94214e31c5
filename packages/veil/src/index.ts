export { createCeremonyKey, pinText, readCeremonyKey, readPin } from "./ceremony-key.ts";
export {
  type CertificateBatch,
  certificateOf,
  packOrders,
  placeIn,
  type SaltedOrder,
  type SignedOrders,
  signableOf,
  signedOrders,
  unpackOrders,
} from "./certificate-orders.ts";
export { openIsolationReport } from "./isolation-report.ts";
export {
  ROTATION_STEPS,
  type RotatingFiles,
  type RotationStep,
  rotateKey,
} from "./key-rotation.ts";
export {
  createKeySet,
  KEY_OWNERS,
  type KeySet,
  purposesOf,
  trustOf,
  withMissingKeys,
  withMissingPins,
} from "./key-set.ts";
export {
  type ManifestKey,
  type ManifestPins,
  type ManifestSigner,
  manifestKeyOf,
  signManifest,
  verifyDevelopmentManifest,
} from "./manifest.ts";
export { manifestHash } from "./manifest-bytes.ts";
export { requireSoundManifest, requireSuccessor } from "./manifest-rules.ts";
export { verifyPinnedManifest } from "./manifest-trust.ts";
export { type ManifestOrder, nextManifest, serviceKeys } from "./next-manifest.ts";
export { createNodeCrypto } from "./node-crypto.ts";
export { createNoteSigner, verifyNoteBytes } from "./note-signer.ts";
export { rememberSignatures } from "./remember-signatures.ts";
export { CEREMONY_ROLES, type CeremonyRole } from "./roles.ts";
export {
  cosignManifest,
  draftManifest,
  verifyDraft,
  verifyWitnessedManifest,
} from "./witnessed-manifest.ts";
