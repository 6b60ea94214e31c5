import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import type { Require } from "../verifier/steps.ts";
import type { PackEntry } from "./archive.ts";

const MIB = 1_048_576;
/** The list of ten million certificates has 1.3 GB. */
const LIST_BYTES = 2_048 * MIB;
const FILE_BYTES = 32 * MIB;
const TOTAL_BYTES = 256 * MIB;

/** Requires that the files fit into memory, where all but the list are kept. */
export function requireSizes(entries: readonly PackEntry[], require: Require): void {
  let total = 0;
  for (const { name, size } of entries) {
    const isList = name === PACK_FILES.certificates;
    require(size <= (isList ? LIST_BYTES : FILE_BYTES), `${name} is too large`);
    total += isList ? 0 : size;
  }
  require(total <= TOTAL_BYTES, "the files are too large together");
}
