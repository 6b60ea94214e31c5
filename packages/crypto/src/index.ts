export {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
} from "./canonical-json.ts";
export { constantTimeEqual, hmacSha256, sha256, sha256Hex, startHmacSha256 } from "./digest.ts";
export {
  type Ed25519PrivateKey,
  type Ed25519PublicKey,
  ed25519PrivateKey,
  ed25519PublicKey,
  generateEd25519Seed,
  publicKeyBytes,
  signEd25519,
  verifyEd25519,
} from "./ed25519.ts";
export { requireOnCurve } from "./ed25519-point.ts";
export { openHpke, sealHpke } from "./hpke/hpke.ts";
export {
  isRetired,
  type KeyPurpose,
  type PinnedKey,
  PRINCIPAL_NAMES,
  PROBE_NAMES,
  type PrincipalName,
  type ProbeName,
  readServiceKeyFile,
  SERVICE_NAMES,
  type ServiceKeyFile,
  type ServiceName,
  type TrustBundleFile,
} from "./key-files.ts";
export { createGrowingRoot, type GrowingRoot, type Subtree } from "./merkle/growing-root.ts";
export { createMerkle, type Merkle, type Sha256 } from "./merkle/merkle.ts";
export {
  consistencyPath,
  inclusionPath,
  inclusionPaths,
  merkleLeafHash,
  merkleNodeHash,
  merkleRoot,
  verifyConsistency,
  verifyInclusion,
} from "./merkle/merkle-node.ts";
export { consistencyRanges, inclusionRanges, type LeafRange } from "./merkle/merkle-ranges.ts";
export type { ConsistencyClaim, InclusionClaim, TreeHead } from "./merkle/merkle-verifier.ts";
export { type RandomBytes, randomHex, systemRandomBytes } from "./random.ts";
export {
  type CredentialOpener,
  type CredentialSealer,
  createCredentialOpener,
  createCredentialSealer,
  type SealedCredential,
} from "./sealed-credential.ts";
export {
  createMessageOpener,
  createMessageSealer,
  type MessageOpener,
  type MessageSealer,
  type SealedMessage,
  type SealingIdentity,
  type Signed,
  type SigningIdentity,
} from "./sealed-message.ts";
export { deriveKey, openWithKey, sealWithKey } from "./secret-box.ts";
export { type SignedMessage, signMessage, verifyMessage } from "./signed-message.ts";
export {
  loadServiceKeys,
  parseTrustBundle,
  type ServiceKeys,
  type TrustBundle,
} from "./trust-bundle.ts";
export { type VerificationCode, VerificationError, verifying } from "./verification-error.ts";
export {
  generateX25519Seed,
  type X25519PrivateKey,
  type X25519PublicKey,
  x25519PrivateKey,
  x25519PublicKey,
} from "./x25519.ts";
