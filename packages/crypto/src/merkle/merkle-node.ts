import { sha256 } from "../digest.ts";
import { createMerkle, type Merkle } from "./merkle.ts";

export const {
  merkleLeafHash,
  merkleNodeHash,
  merkleRoot,
  inclusionPath,
  inclusionPaths,
  consistencyPath,
  verifyInclusion,
  verifyConsistency,
}: Merkle = createMerkle(sha256);
