/** What also runs where `node:crypto` is absent. */
import { sha256Portable } from "./digest-portable.ts";
import { createMerkle, type Merkle } from "./merkle.ts";

export { hmacSha256Portable, sha256Portable } from "./digest-portable.ts";
export { verifyEd25519Portable } from "./ed25519-portable.ts";
export { createMerkle, type Merkle, type Sha256 } from "./merkle.ts";
export { consistencyRanges, inclusionRanges, type LeafRange } from "./merkle-ranges.ts";

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
