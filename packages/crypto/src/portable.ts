/** Exports only code that also runs without `node:crypto`. */
import { sha256Portable } from "./digest-portable.ts";
import { createMerkle, type Merkle } from "./merkle/merkle.ts";

export {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
} from "./canonical-json.ts";
export { hmacSha256Portable, sha256Portable, startSha256Portable } from "./digest-portable.ts";
export { requireStrictPoint } from "./ed25519-point.ts";
export { verifyEd25519Portable } from "./ed25519-portable.ts";
export { createMerkle, type Merkle, type Sha256 } from "./merkle/merkle.ts";
export { consistencyRanges, inclusionRanges, type LeafRange } from "./merkle/merkle-ranges.ts";
export type { ConsistencyClaim, InclusionClaim, TreeHead } from "./merkle/merkle-verifier.ts";
export { messageBytes, type UnsignedMessage } from "./message-bytes.ts";
export { type VerificationCode, VerificationError, verifying } from "./verification-error.ts";

export const {
  merkleLeafHash,
  merkleNodeHash,
  merkleRoot,
  inclusionPath,
  inclusionPaths,
  consistencyPath,
  verifyInclusion,
  verifyConsistency,
}: Merkle = createMerkle(sha256Portable);
