import { hmacSha256, type RandomBytes } from "@veil/crypto";
import type { CustomerId } from "../../../accounts/index.ts";

export interface JobIds {
  /** `job_` and 32 hexadecimal digits. */
  mint(customerId: CustomerId): string;
  /**
   * Returns whether a gateway with this key has minted the id for this customer. Of other ids, one
   * in 2^32 passes by chance.
   */
  isMinted(customerId: CustomerId, jobId: string): boolean;
}

const RANDOM_BYTES = 12;
const PROOF_BYTES = 4;
const PREFIX = "job_";

/**
 * The last digits prove, to the gateway alone, that it has issued the id: only such an id can
 * belong to a job whose admission is not known yet. To everyone else every digit is random.
 */
export function createJobIds(key: Uint8Array, random: RandomBytes): JobIds {
  function withProof(customerId: CustomerId, digits: string): string {
    const proof = hmacSha256(key, `${customerId}/${digits}`).toString("hex", 0, PROOF_BYTES);
    return `${PREFIX}${digits}${proof}`;
  }

  return {
    mint: (customerId) => withProof(customerId, random(RANDOM_BYTES).toString("hex")),
    isMinted(customerId, jobId) {
      const digits = jobId.slice(PREFIX.length, PREFIX.length + 2 * RANDOM_BYTES);
      return jobId === withProof(customerId, digits);
    },
  };
}
